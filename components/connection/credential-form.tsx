"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { Choice } from "#components/ui/choice.tsx";
import { useDialogLock } from "#components/ui/dialog-lock.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Said } from "#lib/contract/common.ts";
import { showsError } from "#lib/queries/failed-changes.ts";

export type CredentialField = {
  name: string;
  label: string;
  hint?: string;
  isSecret?: boolean;
  isOptional?: boolean;
  initial?: string;
  /** One of these; otherwise a text. */
  options?: readonly string[];
  /** Its value while nobody typed one, from the other fields. */
  suggest?: (values: Readonly<Record<string, string>>) => string;
};

type Props = {
  environment: string;
  fields: readonly CredentialField[];
  submit: string;
  failed: string;
  save: (values: Record<string, string>) => Promise<{ warningDetails: Said[] }>;
  onSaved: (warnings: Said[], values: Readonly<Record<string, string>>) => void;
};

/** Write-only fields: cleared once saved. */
export function CredentialForm({ environment, fields, submit, failed, save, onSaved }: Props) {
  const empty = Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial]));
  const [typed, setTyped] = useState<Record<string, string>>(empty);
  const values = Object.fromEntries(fields.map(({ name, suggest }) => [name, typed[name] || (suggest?.(typed) ?? "")]));
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => save(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))),
    onSuccess: ({ warningDetails }) => {
      setTyped(empty);
      onSaved(warningDetails, values);
    },
    onSettled: () => void client.invalidateQueries({ queryKey: [environment] }),
  });
  useDialogLock(mutation.isPending);
  const names = fields.map(({ name }) => name);
  const empties = fields.map(({ name, isOptional }) => [name, !isOptional && values[name]?.trim() === ""]);
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, names, Object.fromEntries(empties));
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => check() && mutation.mutate()} noValidate>
      <ErrorNotice title={failed} error={otherError} />
      {fields.map(({ name, label, hint, isSecret, isOptional, options }) => {
        const shared = {
          label,
          value: values[name] ?? "",
          onChange: (value: string) => setTyped((before) => ({ ...before, [name]: value })),
          problem: problemOf(name),
        };
        if (options)
          return (
            <Choice
              key={name}
              label={label}
              className="w-full"
              value={shared.value === "" ? null : shared.value}
              options={options.map((value) => ({ value, label: value }))}
              problem={shared.problem}
              onChange={(value) => shared.onChange(value ?? "")}
            />
          );
        return isSecret ? (
          <PasswordInput key={name} {...shared} autoComplete="new-password" maxLength={400} {...(hint ? { hint } : {})} />
        ) : (
          <TextInput key={name} {...shared} maxLength={400} hint={hint} isOptional={isOptional ?? false} />
        );
      })}
      <div>
        <Button type="submit" isPending={mutation.isPending}>
          {submit}
        </Button>
      </div>
    </Form>
  );
}
