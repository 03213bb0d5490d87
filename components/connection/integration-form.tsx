"use client";

import { Disclosure } from "@heroui/react";
import { toast } from "#components/ui/toast.ts";
import type { Connections } from "#lib/contract/connection.ts";
import { connectIntegration } from "#lib/queries/connection.ts";
import { CredentialForm } from "./credential-form.tsx";

type Props = { environment: string; integration: Connections["integration"]; allowedHosts: readonly string[] };

/** Connects the environment, or changes its connection. Nothing is sent to the gateway by saving. */
export function IntegrationForm({ environment, integration, allowedHosts }: Props) {
  const fields = [
    {
      name: "baseUrl",
      label: "Base address",
      hint: `Allowed hosts: ${allowedHosts.join(", ")}`,
      initial: integration?.baseUrl ?? "",
    },
    { name: "partnerId", label: "Partner ID", initial: integration?.partnerId ?? "" },
    { name: "applicationId", label: "Application ID", initial: integration?.applicationId ?? "" },
    { name: "clientId", label: "Client ID", hint: "Begins with client_", isSecret: true },
    { name: "clientSecret", label: "Client secret", hint: "Begins with secret_", isSecret: true },
  ];
  return (
    <Disclosure defaultExpanded={integration === null}>
      <Disclosure.Heading level={3}>
        <Disclosure.Trigger className="text-accent">
          {integration ? "Change the connection" : "Connect"}
          <Disclosure.Indicator />
        </Disclosure.Trigger>
      </Disclosure.Heading>
      <Disclosure.Content>
        <Disclosure.Body className="pt-3">
          <CredentialForm
            key={integration?.credentialFingerprint ?? "new"}
            environment={environment}
            fields={fields}
            submit="Save the connection"
            failed="The connection was not saved"
            save={(values) => connectIntegration(environment, values)}
            onSaved={(warnings) => toast.success(["The connection is saved", ...warnings].join(". "))}
          />
        </Disclosure.Body>
      </Disclosure.Content>
    </Disclosure>
  );
}
