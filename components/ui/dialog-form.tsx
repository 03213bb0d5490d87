"use client";

import { Button, Modal } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Form } from "./form.tsx";

export type DialogFormProps = {
  submitLabel: string;
  onSubmit: () => void;
  /** Label of the button that only closes the dialog. */
  cancelLabel?: string;
  isPending?: boolean;
  isDisabled?: boolean;
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
  const { isPending = false, isDisabled = false, isDanger = false } = state;
  return (
    <Form onSubmit={onSubmit}>
      <Modal.Body className="flex flex-col gap-3">
        {notice}
        {children}
      </Modal.Body>
      <Modal.Footer className="flex-wrap">
        {actions}
        <Button variant="secondary" slot="close">
          {cancelLabel ?? t("close")}
        </Button>
        <Button type="submit" variant={isDanger ? "danger" : "primary"} isPending={isPending} isDisabled={isDisabled}>
          {submitLabel}
        </Button>
      </Modal.Footer>
    </Form>
  );
}
