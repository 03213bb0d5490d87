"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useEndpointChange } from "./use-endpoint-change.ts";

const field = "addCertificates.0";

/** Adds a certificate to the existing ones: add the new one before the gateway changes, end the old one afterwards. */
export function AddCertificate({ scope, endpoint }: { scope: Scope; endpoint: Endpoint }) {
  const t = useTranslations("endpoints");
  const [pasted, setPasted] = useState("");
  const mutation = useEndpointChange(scope, endpoint.id);
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, [field], { [field]: pasted.trim() === "" });
  const add = () => {
    if (check()) mutation.mutate({ addCertificates: [pasted] }, { onSuccess: () => setPasted("") });
  };
  return (
    <details>
      <summary className="cursor-pointer text-muted">{t("certificates.add.title")}</summary>
      <Form className="flex flex-col items-start gap-2 pt-2" onSubmit={add} noValidate>
        <ErrorNotice title={t("certificates.add.failed")} error={otherError} />
        <TextInput
          label={t("certificates.add.label")}
          hint={t("certificates.add.hint")}
          isMultiline
          maxLength={16_384}
          value={pasted}
          onChange={setPasted}
          problem={problemOf(field)}
        />
        <Button type="submit" size="sm" isPending={mutation.isPending}>
          {t("certificates.add.action")}
        </Button>
      </Form>
    </details>
  );
}
