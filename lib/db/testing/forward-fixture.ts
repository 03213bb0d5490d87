import { randomBytes, randomUUID } from "node:crypto";
import type { ForwardTarget } from "#lib/notifications/forwarding/ports.ts";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { toDelivery } from "#lib/notifications/receive/to-delivery.ts";
import { createSigner, type Entry, signedBody } from "#lib/notifications/testing/sign.ts";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault, type Vault } from "#lib/vault/vault.ts";
import type { Database } from "../connection/open-store.ts";
import { sealBodies } from "../deliveries/delivery-body.ts";
import { queueForwards } from "../forwarding/forward-outbox.ts";
import { saveForwardTarget } from "../forwarding/forward-targets.ts";
import { delivery, deliveryKey, eventKey, notifyEndpoint } from "../schema/notification.ts";

/** Endpoints with forwarding, and stored deliveries queued for it as by the receiver. */
export type ForwardFixture = {
  vault: Vault;
  addEndpoint(target: ForwardTarget | null): Promise<string>;
  receive(endpointId: string, target: ForwardTarget, entries: readonly Entry[]): Promise<Delivery>;
};

const place = { environment: "sandbox", merchantId: randomUUID() };

/** `key` wraps and hashes; other vaults that must open the bodies need it. */
export function createForwardFixture(db: Database, key: Buffer = randomBytes(32)): ForwardFixture {
  const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key })], hashSecret: key });
  const signer = createSigner();

  async function saveDelivery(received: Delivery): Promise<void> {
    const { id, sha256, signedHash, eventHash, body, receivedAt, event, endpoint, answer } = received;
    await db.transaction(async (tx) => {
      await tx.insert(deliveryKey).values({ endpointId: endpoint.id, sha256, deliveryId: id });
      await tx.insert(eventKey).values({ endpointId: endpoint.id, hash: signedHash, reading: eventHash, eventId: id });
      await tx.insert(delivery).values({
        ...{ id, endpointId: endpoint.id, ...place, eventId: id, sha256, bodyBytes: body.length, headers: [...received.headers] },
        ...{ receivedAt, lastSeenAt: receivedAt, method: event.method, orderId: event.orderId, verdict: "valid", reasons: [] },
        ...{ answerStatus: answer.status, answerBody: answer.body, answerMs: answer.ms },
        body: Buffer.concat(sealBodies(vault, [received])),
      });
      await queueForwards(tx, [received]);
    });
  }

  return {
    vault,
    async addEndpoint(target) {
      const id = randomBytes(16).toString("hex");
      await db.insert(notifyEndpoint).values({ id, ...place, sid: "000000000000010", createdBy: "test" });
      await saveForwardTarget(db, vault, { endpointId: id, target, by: "test", at: new Date() });
      return id;
    },
    async receive(id, target, entries) {
      const endpoint: NotifyEndpoint = {
        ...{ id, ...place, merchant: "cafe", sid: "000000000000010", strictLayout: true },
        ...{ keys: [signer.key], forward: target },
      };
      const headers: Record<string, string> = { "content-type": "application/x-www-form-urlencoded" };
      const circumstances = { header: (name: string) => headers[name], peer: null, receivedAt: new Date() };
      const verified = toDelivery(Buffer.from(signedBody(entries, signer)), endpoint, circumstances);
      const answer = target.mode === "shop_answers" ? { status: 503, body: "refused by shop" } : { status: 200, body: "OK" };
      const received = { ...verified, answer: { ...answer, ms: 1 } };
      await saveDelivery(received);
      return received;
    },
  };
}
