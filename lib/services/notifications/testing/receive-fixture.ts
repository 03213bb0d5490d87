import { createDeliveryRecord } from "#lib/db/deliveries/deliveries.ts";
import { createEndpointSource } from "#lib/db/endpoints/endpoints.ts";
import { queueForwards } from "#lib/db/forwarding/forward-outbox.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, type Entry, type Signer, signedBody } from "#lib/notifications/testing/sign.ts";
import { readPublicKey } from "#lib/notifications/verification/certificate.ts";
import { createEndpoint } from "../../endpoints/endpoints.ts";
import { processDeliveries } from "../process-deliveries.ts";

/** An app with an endpoint for each merchant, whose gateway key the test has. No gateway responds. */
export type ReceiveFixture = TestFixture & {
  signer: Signer;
  endpointId(slug: string): string;
  /** Stores a body as the receiver does; the delivery's id. */
  receive(slug: string, body: string, options?: { receivedAt?: Date }): Promise<string>;
  receiveSigned(slug: string, entries: readonly Entry[], options?: { receivedAt?: Date }): Promise<string>;
  /** Processes received deliveries once. */
  fold(): Promise<void>;
};

export async function createReceiveFixture(slugs: readonly string[]): Promise<ReceiveFixture> {
  const merchants = slugs.map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: `sec_${slug}` }));
  const secrets = { partnerId: "p", applicationId: "a", clientId: "client_x", clientSecret: "secret_x" };
  const fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", merchants, ...secrets } });
  const signer = createSigner();
  const endpoints = new Map<string, string>();
  for (const merchant of slugs) {
    const input = { sid: "000000000000010", certificates: [signer.publicKeyPem] };
    const { id } = await createEndpoint(fixture.ctx(), { environment, merchant, input });
    endpoints.set(merchant, id);
  }
  const endpointId = (slug: string) => endpoints.get(slug) ?? "";

  async function receive(slug: string, text: string, { receivedAt = new Date() } = {}): Promise<string> {
    const { db, vault } = fixture.ctx();
    const stored = await createEndpointSource({ db, vault }).findOne(endpointId(slug));
    if (!stored) throw new Error(`no endpoint of ${slug}`);
    const { certificates, ...endpoint } = stored;
    const keys = certificates.map(({ publicKeyPem, ...key }) => ({ ...key, publicKey: readPublicKey(publicKeyPem) }));
    const headers: Record<string, string> = { "user-agent": "gateway/1" };
    const circumstances = { header: (name: string) => headers[name], peer: "192.0.2.7", receivedAt };
    const verified = toDelivery(Buffer.from(text), { ...endpoint, keys }, circumstances);
    const isValid = verified.verification.verdict === "valid";
    const answer = { status: isValid ? 200 : 400, body: isValid ? "OK" : "invalid", ms: 1.5 };
    const signal = new AbortController().signal;
    await createDeliveryRecord({ db, vault, outbox: queueForwards }).save({ ...verified, answer }, { signal });
    return verified.id;
  }

  return {
    ...fixture,
    signer,
    endpointId,
    receive,
    receiveSigned: (slug, entries, options) => receive(slug, signedBody(entries, signer), options),
    fold: () => processDeliveries(fixture.ctx()),
  };
}
