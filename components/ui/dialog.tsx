"use client";

import { Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { DialogLock } from "./dialog-lock.ts";

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

/**
 * A modal dialog with a title, closed by Escape; the focus returns to where it was. It stays open while its form sends something:
 * closed, it could neither show the result nor stop the same from being sent again.
 */
export function Dialog({ title, trigger, isOpen, onOpenChange, size, hasCross, className = "", children }: DialogProps) {
  const t = useTranslations("common");
  const [isLocked, setLocked] = useState(false);
  return (
    <Modal isOpen={isOpen} onOpenChange={(next) => (next || !isLocked) && onOpenChange(next)}>
      {trigger}
      <Modal.Backdrop>
        <Modal.Container {...(size && { size })}>
          <Modal.Dialog className={`rounded-[0.875rem] ${className}`}>
            {hasCross ? <Modal.CloseTrigger aria-label={t("close")} isDisabled={isLocked} /> : null}
            <Modal.Header className="pb-3">
              <Modal.Heading className="font-semibold text-section">{title}</Modal.Heading>
            </Modal.Header>
            <DialogLock value={setLocked}>{children}</DialogLock>
          </Modal.Dialog>
        </Modal.Container>
      </Modal.Backdrop>
    </Modal>
  );
}
