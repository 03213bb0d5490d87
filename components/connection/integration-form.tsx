"use client";

import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { toast } from "#components/ui/toast.ts";
import type { Connections } from "#lib/contract/connection.ts";
import { connectIntegration } from "#lib/queries/connection.ts";
import { CredentialForm } from "./credential-form.tsx";

type Props = { environment: string; integration: Connections["integration"]; baseUrls: readonly string[]; onSaved: () => void };

/** Connects the environment, or changes its connection. Saving sends nothing to the gateway; what is saved is then tested. */
export function IntegrationForm({ environment, integration, baseUrls, onSaved }: Props) {
  const t = useTranslations("connection");
  const say = useSay();
  const fields = [
    {
      name: "baseUrl",
      label: t("facts.baseUrl"),
      options: [...new Set([...(integration ? [integration.baseUrl] : []), ...baseUrls])],
      initial: integration?.baseUrl ?? baseUrls[0] ?? "",
    },
    { name: "partnerId", label: t("facts.partnerId"), initial: integration?.partnerId ?? "" },
    { name: "applicationId", label: t("facts.applicationId"), initial: integration?.applicationId ?? "" },
    { name: "clientId", label: t("fields.clientId"), hint: t("fields.beginsWith", { prefix: "client_" }) },
    {
      name: "clientSecret",
      label: t("fields.clientSecret"),
      hint: t("fields.beginsWith", { prefix: "secret_" }),
      isSecret: true,
    },
  ];
  const form = (
    <CredentialForm
      key={integration?.credentialFingerprint ?? "new"}
      environment={environment}
      fields={fields}
      submit={t("integration.save")}
      failed={t("integration.failed")}
      save={(values) => connectIntegration(environment, values)}
      onSaved={(warnings) => {
        toast.success([t("integration.saved"), ...warnings.map((warning) => say(warning))].join(". "));
        onSaved();
      }}
    />
  );
  return integration ? <Disclosure title={t("integration.change")}>{form}</Disclosure> : form;
}
