"use client";

import { Button, Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useDialogLock } from "./dialog-lock.ts";
import { Form } from "./form.tsx";

export type DialogFormProps = {
  /** Undefined when there is nothing to do but to close it. */
  submitLabel: string | undefined;
  onSubmit: () => void;
  /** Label of the other button where closing loses nothing; "Cancel" otherwise. */
  cancelLabel?: string;
  isPending?: boolean;
  /** Keeps the dialog open; where that is not simply while its button is pending. */
  isSending?: boolean;
  isDanger?: boolean;
  /** The error, above the fields. */
  notice?: ReactNode;
  /** More buttons, before the two that every dialog has. */
  actions?: ReactNode;
  children?: ReactNode;
};

/** Content and buttons of a dialog. */
export function DialogForm({ submitLabel, onSubmit, cancelLabel, notice, actions, children, ...state }: DialogFormProps) {
  const t = useTranslations("common");
  const { isPending = false, isSending = isPending, isDanger = false } = state;
  useDialogLock(isSending);
  return (
    // As high as the dialog lets it be, so that a long body scrolls and the buttons stay in view.
    <Form className="flex min-h-0 flex-col" onSubmit={() => isPending || isSending || onSubmit()} noValidate>
      <Modal.Body className="flex flex-col gap-3">
        {notice}
        {children}
      </Modal.Body>
      <Modal.Footer className="flex-wrap">
        {actions}
        <Button variant="secondary" slot="close" isDisabled={isSending}>
          {cancelLabel ?? t(submitLabel === undefined ? "close" : "cancel")}
        </Button>
        {submitLabel === undefined ? null : (
          <Button type="submit" variant={isDanger ? "danger" : "primary"} isPending={isPending}>
            {submitLabel}
          </Button>
        )}
      </Modal.Footer>
    </Form>
  );
}
