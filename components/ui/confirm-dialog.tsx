"use client";

import { useTranslations } from "next-intl";
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
    /** Text that has to be typed first. The server checks it, unless `expected` says what it is. */
    typedName?: TypedName | undefined;
    /** Shows what is missing in the fields; false when something is. */
    check?: () => boolean;
  };

type TypedName = { label: string; value: string; onChange: (value: string) => void; expected?: string };

/** Asks for confirmation of an important action. */
export function ConfirmDialog({ title, trigger, isOpen, onOpenChange, className, children, ...props }: Props) {
  const { failedTitle, error, notice, warning, typedName, check, onSubmit, ...form } = props;
  const t = useTranslations("common");
  const isTyped = typedName === undefined || isSame(typedName);
  const name = typedName?.expected === undefined ? !isTyped : isTyped ? false : t("typeExactly", { name: typedName.expected });
  const own = useFieldErrors(error, typedName ? ["name"] : [], { name });
  const submit = () => {
    const areFieldsFine = check?.() ?? true;
    if (own.check() && areFieldsFine) onSubmit();
  };
  const dialog = { title, trigger, isOpen, onOpenChange, ...(className && { className }) };
  return (
    <Dialog {...dialog}>
      <DialogForm {...form} onSubmit={submit} notice={notice ?? <ErrorNotice title={failedTitle} error={own.otherError} />}>
        {children}
        {warning ? <Notice status={form.isDanger ? "danger" : "warning"} title={warning} /> : null}
        {typedName ? (
          <TextInput
            label={typedName.label}
            value={typedName.value}
            onChange={typedName.onChange}
            problem={own.problemOf("name")}
          />
        ) : null}
      </DialogForm>
    </Dialog>
  );
}

function isSame({ value, expected }: TypedName): boolean {
  const typed = value.trim().toLowerCase();
  return expected === undefined ? typed !== "" : typed === expected.trim().toLowerCase();
}
