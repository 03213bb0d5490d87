"use client";

import { Button } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { dryRunEndpoint } from "#lib/queries/endpoint-dry-run.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";

const AddCertificateDialog = dynamic(() => import("./add-certificate-dialog.tsx").then((module) => module.AddCertificateDialog), {
  ssr: false,
});

const field = "addCertificates.0";

/**
 * Adds a certificate to the existing ones: add the new one before the gateway changes, end the old one afterwards. Before, a dry
 * run shows what it would verify.
 */
export function AddCertificate({ scope, endpoint }: { scope: Scope; endpoint: Endpoint }) {
  const t = useTranslations("endpoints");
  const [pasted, setPasted] = useState("");
  const dryRun = useMutation({
    meta: showsError,
    mutationFn: () => dryRunEndpoint(scope, { endpointId: endpoint.id, change: { addCertificates: [pasted] } }),
  });
  const { problemOf, otherError, check } = useFieldErrors(dryRun.error, [field], { [field]: pasted.trim() === "" });
  return (
    <Disclosure title={t("certificates.add.title")}>
      <Form
        className="flex flex-col items-start gap-2"
        onSubmit={() => {
          if (check()) dryRun.mutate();
        }}
        noValidate
      >
        <ErrorNotice title={t("dryRun.failed")} error={otherError} />
        <TextInput
          label={t("certificates.add.label")}
          hint={t("certificates.add.hint")}
          isMultiline
          maxLength={16_384}
          value={pasted}
          onChange={(text) => {
            setPasted(text);
            dryRun.reset();
          }}
          problem={problemOf(field)}
        />
        <Button type="submit" size="sm" isPending={dryRun.isPending}>
          {t("certificates.add.open")}
        </Button>
      </Form>
      {dryRun.data ? (
        <AddCertificateDialog
          scope={scope}
          endpoint={endpoint}
          pasted={pasted}
          result={dryRun.data}
          onAdded={() => setPasted("")}
          onClose={dryRun.reset}
        />
      ) : null}
    </Disclosure>
  );
}
