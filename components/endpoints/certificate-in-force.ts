import type { EndpointCertificate } from "#lib/contract/endpoint.ts";

export function hasEnded({ endsAt }: Pick<EndpointCertificate, "endsAt">): boolean {
  return endsAt !== null && Date.parse(endsAt) <= Date.now();
}
