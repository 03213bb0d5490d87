import type { Endpoint, EndpointCertificate } from "#lib/contract/endpoint.ts";
import { endpointAddresses } from "#lib/core/endpoint-addresses.ts";
import type { CertificateUse } from "#lib/db/endpoints/certificate-use.ts";
import type { CertificateRow, EndpointRow } from "#lib/db/endpoints/endpoints.ts";
import type { NameOf } from "#lib/db/staff/person-names.ts";
import { serviceText } from "#lib/services/texts.ts";
import { originWarnings } from "./check-origin.ts";

type Parts = {
  merchant: string;
  publicOrigin: string;
  /** Bytes. */
  spoolSetAside: number;
  certificates: readonly CertificateRow[];
  /** The latest first. */
  uses: readonly CertificateUse[];
  forwarding: Endpoint["forwarding"];
  lastReceivedAt: Date | undefined;
  nameOf: NameOf;
};

export function toEndpoint(
  row: EndpointRow,
  { merchant, publicOrigin, spoolSetAside, certificates, uses, forwarding, lastReceivedAt, nameOf }: Parts,
): Endpoint {
  const warningDetails = [...originWarnings(publicOrigin), ...(spoolSetAside === 0 ? [] : [serviceText("spool_set_aside")])];
  return {
    id: row.id,
    merchant,
    label: row.label,
    sid: row.sid,
    ...endpointAddresses(publicOrigin, row.id),
    strictLayout: row.strictLayout,
    certificates: certificates.map((certificate) => toCertificate(certificate, uses, nameOf)),
    forwarding,
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    warnings: warningDetails.map(({ message }) => message),
    warningDetails,
    createdAt: row.createdAt.toISOString(),
  };
}

function toCertificate(row: CertificateRow, uses: readonly CertificateUse[], nameOf: NameOf): EndpointCertificate {
  const { id, label, fingerprint, keyBits } = row;
  return {
    ...{ id, label, fingerprint, keyBits, addedBy: nameOf(row.addedBy) },
    validFrom: row.validFrom?.toISOString() ?? null,
    validUntil: row.validUntil?.toISOString() ?? null,
    addedAt: row.addedAt.toISOString(),
    endsAt: row.endsAt?.toISOString() ?? null,
    isInUse: uses[0]?.keyId === id,
    lastUsedAt: uses.find(({ keyId }) => keyId === id)?.lastUsedAt.toISOString() ?? null,
  };
}
