"use client";

import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { showsError } from "#lib/queries/failed-changes.ts";
import { accountQuery, reauthenticate, whoAmIQuery } from "#lib/queries/session.ts";
import { Dialog } from "../ui/dialog.tsx";
import { DialogForm } from "../ui/dialog-form.tsx";
import { ErrorNotice } from "../ui/error-notice.tsx";
import { PasswordInput } from "../ui/password-input.tsx";
import { TextInput } from "../ui/text-input.tsx";
import { useFieldErrors } from "../ui/use-field-errors.ts";

type Props = { isOpen: boolean; onAnswer: (proven: boolean) => void; providerName: string | undefined };

/** Asks for the password, and for a code when a second factor is enabled; or redirects to the sign-in provider. */
export function ReauthenticationQuestion({ isOpen, onAnswer, providerName }: Props) {
  const t = useTranslations("auth");
  return (
    <Dialog title={t("proof.title")} isOpen={isOpen} onOpenChange={(open) => open || onAnswer(false)} className="sm:max-w-sm">
      <ReauthenticationForm onProven={() => onAnswer(true)} providerName={providerName} />
    </Dialog>
  );
}

function ReauthenticationForm({ onProven, providerName }: { onProven: () => void; providerName: string | undefined }) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const { data: me } = useQuery(whoAmIQuery());
  const { data: account } = useQuery(accountQuery());
  const [password, setPassword] = useState("");
  const [code, setCode] = useState("");
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => reauthenticate({ password, ...(account?.hasSecondFactor ? { code } : {}) }),
    onSuccess: onProven,
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["password", "code"], {
    password: password === "",
    code: account?.hasSecondFactor === true && code.trim() === "",
  });
  return (
    <DialogForm
      submitLabel={common("confirm")}
      onSubmit={() => check() && mutation.mutate()}
      isPending={mutation.isPending}
      notice={<ErrorNotice title={t("proof.failed")} error={otherError} />}
    >
      <p className="wrap-anywhere">
        {t.rich("proof.text", { email: me?.staff.email ?? "…", account: (chunks) => <b className="font-medium">{chunks}</b> })}
      </p>
      {account?.isSeeded ? <p className="text-muted">{t("proof.sandbox")}</p> : null}
      <PasswordInput
        label={t("proof.password")}
        value={password}
        onChange={setPassword}
        autoComplete="current-password"
        problem={problemOf("password")}
        autoFocus
      />
      {account?.hasSecondFactor ? (
        <TextInput label={t("proof.code")} value={code} onChange={setCode} problem={problemOf("code")} />
      ) : null}
      {providerName === undefined ? null : (
        <a className="button button--secondary" href={providerAddress()}>
          {t("proof.withProvider", { provider: providerName })}
        </a>
      )}
    </DialogForm>
  );
}

/** The provider authenticates the user again and redirects back to this page. */
function providerAddress(): string {
  return `/api/session/provider?${new URLSearchParams({ proof: "1", next: location.pathname + location.search })}`;
}
