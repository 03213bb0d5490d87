"use client";

import { Button } from "@heroui/react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import type { EndpointCertificate } from "#lib/contract/endpoint.ts";

const EndCertificateDialog = dynamic(() => import("./end-certificate-dialog.tsx").then((module) => module.EndCertificateDialog), {
  ssr: false,
});

type Props = { certificate: EndpointCertificate; onEnd: (at: string) => void };

/** From when a certificate is not taken any more. */
export function EndCertificate({ certificate, onEnd }: Props) {
  const t = useTranslations("endpoints");
  /** Undefined until it is opened for the first time. */
  const [isOpen, setOpen] = useState<boolean>();
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
      {isOpen === undefined ? null : (
        <EndCertificateDialog certificate={certificate} onEnd={onEnd} isOpen={isOpen} onOpenChange={setOpen} />
      )}
    </>
  );
}
