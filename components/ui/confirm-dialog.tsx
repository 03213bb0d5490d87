"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Dialog, type DialogProps } from "./dialog.tsx";
import { DialogForm, type DialogFormProps } from "./dialog-form.tsx";
import { ErrorNotice } from "./error-notice.tsx";
import { Notice } from "./notice.tsx";
import { TextInput } from "./text-input.tsx";
import { useFieldErrors } from "./use-field-errors.ts";

type Props = DialogProps & ConfirmFormProps;

type ConfirmFormProps = Omit<DialogFormProps, "notice" | "children" | "onSubmit" | "actions"> & {
  failedTitle: string;
  error: unknown;
  /** Replaces the default notice about `error`. */
  notice?: ReactNode;
  /** The risk: what cannot be undone, or who is affected. */
  warning?: string | undefined;
  /** Text that has to be typed first. The server checks it, unless `expected` says what it is. */
  typedName?: { label: string; expected?: string } | undefined;
  /** Shows what is missing in the fields; false when something is. */
  check?: () => boolean;
  onSubmit: (typed: string) => void;
  /** More buttons, before the two that every dialog has. */
  actions?: (typed: string) => ReactNode;
  children?: ReactNode;
};

/** Asks for confirmation of an important action. */
export function ConfirmDialog({ title, trigger, isOpen, onOpenChange, className, ...form }: Props) {
  return (
    <Dialog title={title} trigger={trigger} isOpen={isOpen} onOpenChange={onOpenChange} {...(className && { className })}>
      <ConfirmForm {...form} />
    </Dialog>
  );
}

/** Mounted by each opening, so that neither what was typed nor what was refused in the one before is shown. */
export function ConfirmForm({ children, ...props }: ConfirmFormProps) {
  const { failedTitle, error, notice, warning, typedName, check, onSubmit, actions, ...form } = props;
  const t = useTranslations("common");
  const [typed, setTyped] = useState("");
  const [errorBefore] = useState(error);
  const expected = typedName?.expected;
  const name = expected === undefined ? typed.trim() === "" : !isSame(typed, expected) && t("typeExactly", { name: expected });
  const own = useFieldErrors(error === errorBefore ? null : error, typedName ? ["name"] : [], { name });
  const submit = () => {
    const areFieldsFine = check?.() ?? true;
    if (own.check() && areFieldsFine) onSubmit(typed);
  };
  return (
    <DialogForm
      {...form}
      onSubmit={submit}
      actions={actions?.(typed)}
      notice={notice ?? <ErrorNotice title={failedTitle} error={own.otherError} />}
    >
      {children}
      {warning ? <Notice status={form.isDanger ? "danger" : "warning"} title={warning} /> : null}
      {typedName ? <TextInput label={typedName.label} value={typed} onChange={setTyped} problem={own.problemOf("name")} /> : null}
    </DialogForm>
  );
}

function isSame(typed: string, expected: string): boolean {
  return typed.trim().toLowerCase() === expected.trim().toLowerCase();
}
