import { endpointAddresses } from "../core/endpoint-addresses.ts";
import { ensureEndpoint } from "../store/connected-endpoint.ts";
import type { Database } from "../store/open-store.ts";

export type SeededEndpoint = ReturnType<typeof endpointAddresses>;

type Seed = { merchantId: string; sid: string; publicKeyPem: string; publicOrigin: string; by: string };

/** A sandbox merchant's endpoint, holding the key its gateway signs with. */
export async function seedEndpoint(
  db: Database,
  { merchantId, sid, publicKeyPem, publicOrigin, by }: Seed,
): Promise<SeededEndpoint> {
  const { endpoint } = await db.transaction((tx) =>
    ensureEndpoint(tx, { environment: "sandbox", merchantId, sid, certificates: [publicKeyPem], by }),
  );
  return endpointAddresses(publicOrigin, endpoint.id);
}
