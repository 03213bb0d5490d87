"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { QrPicture } from "#components/ui/qr-picture.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { confirmSecondFactor } from "#lib/queries/session.ts";

type Props = { secret: string; uri: string; onConfirmed: (recoveryCodes: readonly string[]) => void };

/** Shows the secret to scan or type, and asks for the first code. */
export function EnrolSecondFactor({ secret, uri, onConfirmed }: Props) {
  const t = useTranslations("account");
  const common = useTranslations("common");
  const [code, setCode] = useState("");
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => confirmSecondFactor({ code: code.trim() }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["code"], { code: code.trim() === "" });
  return (
    <Form className="flex flex-col items-start gap-3" onSubmit={() => check() && mutation.mutate()} noValidate>
      <p>{t("enrol.text")}</p>
      <QrPicture text={uri} label={t("enrol.picture")} size={176} />
      <p className="flex items-center gap-1">
        <code className="reference wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label={t("enrol.secret")} />
      </p>
      <ErrorNotice title={t("enrol.failed")} error={otherError} />
      <TextInput label={common("code")} value={code} onChange={setCode} problem={problemOf("code")} maxLength={10} />
      <Button type="submit" isPending={mutation.isPending}>
        {common("confirm")}
      </Button>
    </Form>
  );
}
