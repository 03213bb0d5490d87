"use client";

import { useTranslations } from "next-intl";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { AddCertificate } from "./add-certificate.tsx";
import { CertificateRow } from "./certificate-row.tsx";
import { Part } from "./part.tsx";
import { StrictLayout } from "./strict-layout.tsx";
import { useEndpointChange } from "./use-endpoint-change.ts";

/** The gateway's certificates for this store. Any certificate that verifies is enough, so two may overlap during a rotation. */
export function CertificateList({ scope, endpoint, isAdmin }: { scope: Scope; endpoint: Endpoint; isAdmin: boolean }) {
  const t = useTranslations("endpoints");
  const { mutate, isPending, error } = useEndpointChange(scope, endpoint.id);
  const { certificates } = endpoint;
  return (
    <Part title={t("certificates.title")}>
      {certificates.length === 0 ? <p className="text-(--tone-warning)">{t("certificates.none")}</p> : null}
      <ul className="flex flex-col divide-y divide-border">
        {certificates.map((certificate) => (
          <CertificateRow
            key={certificate.id}
            scope={scope}
            endpoint={endpoint}
            certificate={certificate}
            isAdmin={isAdmin}
            isPending={isPending}
            onChange={mutate}
          />
        ))}
      </ul>
      <ErrorNotice title={t("certificates.failed")} error={error} />
      {isAdmin ? (
        <>
          <AddCertificate scope={scope} endpoint={endpoint} />
          <StrictLayout scope={scope} endpoint={endpoint} />
        </>
      ) : null}
    </Part>
  );
}
