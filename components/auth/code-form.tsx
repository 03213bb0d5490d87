"use client";

import { Button, Description, FieldError, Label, TextField } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Input } from "#components/ui/input.tsx";
import { ApiError } from "#lib/queries/api-error.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { signInWithCode } from "#lib/queries/session.ts";

type Props = { onSignedIn: () => void; onStartOver: () => void };

/** Second step of signing in. After five wrong codes or five minutes the password is required again. */
export function CodeForm({ onSignedIn, onStartOver }: Props) {
  const t = useTranslations("auth");
  const common = useTranslations("common");
  const [code, setCode] = useState("");
  const mutation = useMutation({ mutationFn: signInWithCode, onSuccess: onSignedIn, meta: showsError });
  const isOver = mutation.error instanceof ApiError && mutation.error.code === "unauthenticated";
  return (
    <Form className="flex flex-col gap-4" onSubmit={() => mutation.mutate({ code })}>
      {mutation.isError && !isOver ? <ErrorNotice title={t("notSignedIn")} error={mutation.error} /> : null}
      {isOver ? <p role="alert">{t("code.over")}</p> : null}
      <TextField value={code} onChange={setCode} isRequired fullWidth isDisabled={isOver}>
        <Label>{common("code")}</Label>
        <Input autoComplete="one-time-code" autoFocus className="reference" maxLength={40} />
        <Description>{t("code.hint")}</Description>
        <FieldError>{t("code.missing")}</FieldError>
      </TextField>
      {isOver ? null : (
        <Button type="submit" isPending={mutation.isPending || mutation.isSuccess} fullWidth>
          {common("signIn")}
        </Button>
      )}
      <Button variant="ghost" onPress={onStartOver} fullWidth>
        {t("code.startOver")}
      </Button>
    </Form>
  );
}
