"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Said } from "#lib/contract/common.ts";

export type CredentialField = {
  name: string;
  label: string;
  hint?: string;
  isSecret?: boolean;
  isOptional?: boolean;
  initial?: string;
};

type Props = {
  environment: string;
  fields: readonly CredentialField[];
  submit: string;
  failed: string;
  save: (values: Record<string, string>) => Promise<{ warningDetails: Said[] }>;
  onSaved: (warnings: Said[]) => void;
};

/** Write-only fields: cleared once saved. */
export function CredentialForm({ environment, fields, submit, failed, save, onSaved }: Props) {
  const empty = Object.fromEntries(fields.map(({ name, initial = "" }) => [name, initial]));
  const [values, setValues] = useState<Record<string, string>>(empty);
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => save(Object.fromEntries(Object.entries(values).filter(([, value]) => value !== ""))),
    onSuccess: ({ warningDetails }) => {
      setValues(empty);
      onSaved(warningDetails);
    },
    onSettled: () => client.invalidateQueries({ queryKey: [environment] }),
  });
  const names = fields.map(({ name }) => name);
  const empties = fields.map(({ name, isOptional }) => [name, !isOptional && values[name]?.trim() === ""]);
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, names, Object.fromEntries(empties));
  return (
    <Form className="flex flex-col gap-3" onSubmit={() => check() && mutation.mutate()} noValidate>
      <ErrorNotice title={failed} error={otherError} />
      {fields.map(({ name, label, hint, isSecret, isOptional }) => {
        const shared = {
          label,
          value: values[name] ?? "",
          onChange: (value: string) => setValues((before) => ({ ...before, [name]: value })),
          problem: problemOf(name),
        };
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
