"use client";

import { Disclosure } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
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
  if (!integration) return form;
  return (
    <Disclosure>
      <Disclosure.Heading level={3}>
        <Disclosure.Trigger className="flex items-center gap-1 text-accent">
          {t("integration.change")}
          <Disclosure.Indicator />
        </Disclosure.Trigger>
      </Disclosure.Heading>
      <Disclosure.Content>
        <Disclosure.Body className="px-0 pt-3">{form}</Disclosure.Body>
      </Disclosure.Content>
    </Disclosure>
  );
}
