"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { useEndpointChange } from "./use-endpoint-change.ts";

/** Adds a certificate to the existing ones: add the new one before the gateway changes, end the old one afterwards. */
export function AddCertificate({ scope, endpoint }: { scope: Scope; endpoint: Endpoint }) {
  const t = useTranslations("endpoints");
  const [pasted, setPasted] = useState("");
  const mutation = useEndpointChange(scope, endpoint.id);
  return (
    <details>
      <summary className="cursor-pointer text-muted">{t("certificates.add.title")}</summary>
      <div className="flex flex-col items-start gap-2 pt-2">
        <ErrorNotice title={t("certificates.add.failed")} error={mutation.error} />
        <TextInput
          label={t("certificates.add.label")}
          hint={t("certificates.add.hint")}
          isMultiline
          maxLength={16_384}
          value={pasted}
          onChange={setPasted}
        />
        <Button
          size="sm"
          isPending={mutation.isPending}
          isDisabled={pasted.trim() === ""}
          onPress={() => mutation.mutate({ addCertificates: [pasted] }, { onSuccess: () => setPasted("") })}
        >
          {t("certificates.add.action")}
        </Button>
      </div>
    </details>
  );
}
