import type { Endpoint } from "../../contract/endpoint.ts";
import { endpointAddresses } from "../../core/endpoint-addresses.ts";
import type { CertificateRow, EndpointRow } from "../../store/endpoints.ts";
import { originWarnings } from "./check-origin.ts";

type Parts = {
  merchant: string;
  publicOrigin: string;
  certificates: readonly CertificateRow[];
  lastReceivedAt: Date | undefined;
};

export function toEndpoint(row: EndpointRow, { merchant, publicOrigin, certificates, lastReceivedAt }: Parts): Endpoint {
  return {
    id: row.id,
    merchant,
    label: row.label,
    sid: row.sid,
    ...endpointAddresses(publicOrigin, row.id),
    strictLayout: row.strictLayout,
    certificates: certificates
      .filter(({ endpointId }) => endpointId === row.id)
      .map(({ id, label, fingerprint, keyBits, validFrom, validUntil, addedAt }) => ({
        id,
        label,
        fingerprint,
        keyBits,
        validFrom: validFrom?.toISOString() ?? null,
        validUntil: validUntil?.toISOString() ?? null,
        addedAt: addedAt.toISOString(),
      })),
    lastReceivedAt: lastReceivedAt?.toISOString() ?? null,
    warnings: originWarnings(publicOrigin),
    createdAt: row.createdAt.toISOString(),
  };
}
