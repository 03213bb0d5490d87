"use client";

import { Button, Skeleton } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useEffect, useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Invitation } from "#lib/contract/session.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { acceptInvitation, getInvitation } from "#lib/queries/session.ts";

/** Reads the invitation token from the URL fragment, which is never sent to a server, and uses it to set a password. */
export function JoinForm() {
  const t = useTranslations("auth");
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const invitation = useQuery({ ...getInvitation(token ?? ""), enabled: token !== undefined });
  if (invitation.isError && !invitation.data) return <ErrorNotice title={t("join.closed")} error={invitation.error} />;
  if (token === undefined || !invitation.data)
    return <Skeleton className="h-48 rounded-md" role="status" aria-label={t("join.looking")} />;
  return <AcceptForm key={token} token={token} invitation={invitation.data} />;
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const roleName = useTranslations("staff.rights.short");
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => acceptInvitation({ token, password, ...(invitation.email === null ? { email } : {}) }),
    onSuccess: (answer) => location.assign("next" in answer ? "/login" : "/"),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["email", "password"], {
    email: invitation.email === null && email.trim() === "",
    password: password === "",
  });
  return (
    <Form className="flex flex-col gap-4" onSubmit={() => check() && mutation.mutate()} noValidate>
      <p>{t(`join.intros.${invitation.kind}`)}</p>
      <ErrorNotice title={common("notDone")} error={otherError} />
      {invitation.email === null ? (
        <TextInput label={t("join.ownEmail")} value={email} onChange={setEmail} problem={problemOf("email")} />
      ) : (
        <p>
          {t.rich("join.who", {
            email: invitation.email,
            role: roleName(invitation.role),
            note: (chunks) => <span className="text-muted">{chunks}</span>,
          })}
        </p>
      )}
      <PasswordInput
        label={common("password")}
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        hint={t("join.passwordHint")}
        problem={problemOf("password")}
        autoFocus={invitation.email !== null}
      />
      <Button type="submit" isPending={mutation.isPending || mutation.isSuccess} fullWidth>
        {invitation.kind === "password" ? t("join.setPassword") : t("join.join")}
      </Button>
    </Form>
  );
}
