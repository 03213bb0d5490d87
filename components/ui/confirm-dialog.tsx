"use client";

import type { ReactNode } from "react";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { DialogForm, type DialogFormProps } from "./dialog-form.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";
import { TextInput } from "./text-input.tsx";
import { useFieldErrors } from "./use-field-errors.ts";

type Props = DialogProps &
  Omit<DialogFormProps, "notice" | "children"> & {
    failedTitle: string;
    error: unknown;
    /** Replaces the default notice about `error`. */
    notice?: ReactNode;
    /** The risk: what cannot be undone, or who is affected. */
    warning?: string | undefined;
    /** Text that has to be typed first. */
    typedName?: { label: string; value: string; onChange: (value: string) => void } | undefined;
  };

/** Asks for confirmation of an important action. */
export function ConfirmDialog({ title, trigger, isOpen, onOpenChange, className, children, ...props }: Props) {
  const { failedTitle, error, notice, warning, typedName, ...form } = props;
  const { problemOf, otherError } = useFieldErrors(error, typedName ? ["name"] : []);
  const dialog = { title, trigger, isOpen, onOpenChange, ...(className && { className }) };
  return (
    <Dialog {...dialog}>
      <DialogForm {...form} notice={notice ?? <ErrorNotice title={failedTitle} error={otherError} />}>
        {children}
        {warning ? <Notice status={form.isDanger ? "danger" : "warning"} title={warning} /> : null}
        {typedName ? <TextInput {...typedName} problem={problemOf("name")} /> : null}
      </DialogForm>
    </Dialog>
  );
}
