"use client";

import { Button } from "@heroui/react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { LazyDialog } from "#components/ui/lazy-dialog.tsx";
import type { Endpoint, EndpointCertificate } from "#lib/contract/endpoint.ts";
import type { Scope } from "#lib/queries/keys.ts";

const EndCertificateDialog = dynamic(() => import("./end-certificate-dialog.tsx").then((module) => module.EndCertificateDialog), {
  ssr: false,
});

type Props = { scope: Scope; endpoint: Endpoint; certificate: EndpointCertificate };

/** When the certificate is no longer accepted. */
export function EndCertificate({ scope, endpoint, certificate }: Props) {
  const t = useTranslations("endpoints");
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button
        size="sm"
        variant="secondary"
        aria-label={t("certificates.end.openNamed", { short: certificate.fingerprint.slice(0, 8) })}
        onPress={() => setOpen(true)}
      >
        {t("certificates.end.open")}
      </Button>
      <LazyDialog isOpen={isOpen}>
        <EndCertificateDialog
          scope={scope}
          endpoint={endpoint}
          certificate={certificate}
          isOpen={isOpen}
          onOpenChange={setOpen}
        />
      </LazyDialog>
    </>
  );
}
