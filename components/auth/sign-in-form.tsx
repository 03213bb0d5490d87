"use client";

import { Button, FieldError, Label, TextField } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { signIn } from "#lib/queries/session.ts";
import { CodeForm } from "./code-form.tsx";

type Props = {
  next: string;
  /** The first step was completed elsewhere; only the code is missing. */
  owesCode?: boolean;
  providerName?: string | undefined;
  problem?: string | undefined;
};

/** E-mail and password, or the sign-in provider; then the code when a second factor is enabled. */
export function SignInForm({ next, owesCode: startsWithCode = false, providerName, problem }: Props) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const [owesCode, setOwesCode] = useState(startsWithCode);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    location.assign(next);
  };
  const mutation = useMutation({
    mutationFn: signIn,
    onSuccess: (answer) => ("next" in answer ? setOwesCode(true) : leave()),
  });
  if (owesCode) return <CodeForm onSignedIn={leave} onStartOver={() => setOwesCode(false)} />;

  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(form) => {
        const typed = new FormData(form);
        mutation.mutate({ email: String(typed.get("email") ?? ""), password: String(typed.get("password") ?? "") });
      }}
    >
      {problem && !mutation.isError ? <p role="alert">{problem}</p> : null}
      <ErrorNotice title={t("notSignedIn")} error={mutation.error} />
      <TextField name="email" type="email" isRequired fullWidth>
        <Label>{common("email")}</Label>
        <Input autoComplete="username" autoFocus />
        <FieldError>{t("emailMissing")}</FieldError>
      </TextField>
      <TextField name="password" type="password" isRequired fullWidth>
        <Label>{common("password")}</Label>
        <Input autoComplete="current-password" />
        <FieldError>{t("passwordMissing")}</FieldError>
      </TextField>
      <Button type="submit" isPending={mutation.isPending || isLeaving} fullWidth>
        {common("signIn")}
      </Button>
      {providerName === undefined ? null : (
        <a className="button button--secondary w-full" href={`/api/session/provider?next=${encodeURIComponent(next)}`}>
          {t("signInWith", { provider: providerName })}
        </a>
      )}
    </Form>
  );
}
