"use client";

import { Button, FieldError, Label, Skeleton, TextField } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { useSay } from "#components/language/say.ts";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { Message } from "#lib/core/text.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { signIn, signInWithLink } from "#lib/queries/session.ts";
import { CodeForm } from "./code-form.tsx";

type Props = {
  next: string;
  /** The first step was completed elsewhere; only the code is missing. */
  owesCode?: boolean;
  providerName?: string | undefined;
  problem?: Message | undefined;
};

/** The one-time link in the address, e-mail and password, or the sign-in provider; then the code when a second factor is enabled. */
export function SignInForm({ next, owesCode: startsWithCode = false, providerName, problem }: Props) {
  const say = useSay();
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const [owesCode, setOwesCode] = useState(startsWithCode);
  const [isLeaving, setLeaving] = useState(false);
  const leave = () => {
    setLeaving(true);
    location.assign(next);
  };
  const mutation = useMutation({
    meta: showsError,
    mutationFn: signIn,
    onSuccess: (answer) => ("next" in answer ? setOwesCode(true) : leave()),
  });
  const link = useMutation({ mutationFn: signInWithLink, onSuccess: leave, meta: showsError });
  const openLink = link.mutate;
  useEffect(() => {
    const token = location.hash.slice(1);
    if (token === "") return;
    history.replaceState(null, "", location.pathname + location.search);
    openLink(token);
  }, [openLink]);
  if (link.isPending || link.isSuccess)
    return <Skeleton className="h-48 rounded-md" role="status" aria-label={t("link.signingIn")} />;
  if (owesCode) return <CodeForm onSignedIn={leave} onStartOver={() => setOwesCode(false)} />;

  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(form) => {
        const typed = new FormData(form);
        mutation.mutate({ email: String(typed.get("email") ?? ""), password: String(typed.get("password") ?? "") });
      }}
    >
      {problem && !mutation.isError ? <p role="alert">{say(problem)}</p> : null}
      {link.isError && !mutation.isError ? (
        <Notice role="alert" status="warning" title={t("link.closed")}>
          {t("link.why")}
        </Notice>
      ) : null}
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
