"use client";

import { Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";

export type DialogProps = {
  title: ReactNode;
  /** The button that opens it. Without one, who renders the dialog says when it is open. */
  trigger?: ReactNode;
  isOpen: boolean;
  onOpenChange: (isOpen: boolean) => void;
  size?: "sm" | "lg";
  /** A cross in the corner, for dialogs without a button that closes them. */
  hasCross?: boolean;
  className?: string;
  children?: ReactNode;
};

/** A dialog over the page: its title, what it asks, closed by Escape; the focus goes back to where it was. */
export function Dialog({ title, trigger, isOpen, onOpenChange, size, hasCross, className = "", children }: DialogProps) {
  const t = useTranslations("common");
  return (
    <Modal isOpen={isOpen} onOpenChange={onOpenChange}>
      {trigger}
      <Modal.Backdrop>
        <Modal.Container {...(size && { size })}>
          <Modal.Dialog className={className}>
            {hasCross ? <Modal.CloseTrigger aria-label={t("close")} /> : null}
            <Modal.Header>
              <Modal.Heading>{title}</Modal.Heading>
            </Modal.Header>
            {children}
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
