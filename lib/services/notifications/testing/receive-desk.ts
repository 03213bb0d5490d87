import { createTestDesk, environment, type TestDesk } from "../../../mirror/testing/test-desk.ts";
import { readPublicKey } from "../../../notify/certificate.ts";
import { createSigner, type Entry, type Signer, signedBody } from "../../../notify/testing/sign.ts";
import { toDelivery } from "../../../notify/to-delivery.ts";
import { createDeliveryRecord } from "../../../store/deliveries.ts";
import { createEndpointSource } from "../../../store/endpoints.ts";
import { queueForwards } from "../../../store/forward-outbox.ts";
import { createEndpoint } from "../../endpoints/endpoints.ts";
import { followDeliveries } from "../follow-deliveries.ts";

/** A desk with an endpoint for each merchant, whose gateway key the test holds. No gateway answers. */
export type ReceiveDesk = TestDesk & {
  signer: Signer;
  endpointId(slug: string): string;
  /** Stores a body as the receiver does; the delivery's id. */
  receive(slug: string, body: string, options?: { receivedAt?: Date }): Promise<string>;
  receiveSigned(slug: string, entries: readonly Entry[], options?: { receivedAt?: Date }): Promise<string>;
  /** One round of what follows what was received. */
  fold(): Promise<void>;
};

export async function createReceiveDesk(slugs: readonly string[]): Promise<ReceiveDesk> {
  const merchants = slugs.map((slug) => ({ slug, clientId: `cli_${slug}`, clientSecret: `sec_${slug}` }));
  const secrets = { partnerId: "p", applicationId: "a", clientId: "client_x", clientSecret: "secret_x" };
  const desk = await createTestDesk({ upstream: { baseUrl: "http://127.0.0.1:9", merchants, ...secrets } });
  const signer = createSigner();
  const endpoints = new Map<string, string>();
  for (const merchant of slugs) {
    const input = { sid: "000000000000010", certificates: [signer.publicKeyPem] };
    const { id } = await createEndpoint(desk.ctx(), { environment, merchant, input });
    endpoints.set(merchant, id);
  }
  const endpointId = (slug: string) => endpoints.get(slug) ?? "";

  async function receive(slug: string, text: string, { receivedAt = new Date() } = {}): Promise<string> {
    const { db, vault } = desk.ctx();
    const stored = await createEndpointSource({ db, vault }).findOne(endpointId(slug));
    if (!stored) throw new Error(`no endpoint of ${slug}`);
    const { certificates, ...endpoint } = stored;
    const keys = certificates.map(({ publicKeyPem, ...key }) => ({ ...key, publicKey: readPublicKey(publicKeyPem) }));
    const headers: Record<string, string> = { "user-agent": "gateway/1" };
    const circumstances = { header: (name: string) => headers[name], peer: "192.0.2.7", receivedAt };
    const judged = toDelivery(Buffer.from(text), { ...endpoint, keys }, circumstances);
    const isValid = judged.judgement.verdict === "valid";
    const answer = { status: isValid ? 200 : 400, body: isValid ? "OK" : "invalid", ms: 1.5 };
    const signal = new AbortController().signal;
    await createDeliveryRecord({ db, vault, outbox: queueForwards }).save({ ...judged, answer }, { signal });
    return judged.id;
  }

  return {
    ...desk,
    signer,
    endpointId,
    receive,
    receiveSigned: (slug, entries, options) => receive(slug, signedBody(entries, signer), options),
    fold: () => followDeliveries(desk.ctx()),
  };
}
