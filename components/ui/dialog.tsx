"use client";

import { Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export type DialogProps = {
  title: ReactNode;
  /** The button that opens it. Without one, the parent controls whether the dialog is open. */
  trigger?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  size?: "sm" | "lg";
  /** A close button in the corner, for dialogs without another one. */
  hasCross?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A modal dialog with a title, closed by Escape; the focus returns to where it was. */
export function Dialog({ title, trigger, isOpen, onOpenChange, size, hasCross, className = "", children }: DialogProps) {
  const t = useTranslations("common");
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <Modal.Backdrop>
        <Modal.Container {...(size && { size })}>
          <Modal.Dialog className={`rounded-[0.875rem] ${className}`}>
            {hasCross ? <Modal.CloseTrigger aria-label={t("close")} /> : null}
            <Modal.Header className="pb-3">
              <Modal.Heading className="font-semibold text-section">{title}</Modal.Heading>
            </Modal.Header>
            {children}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
