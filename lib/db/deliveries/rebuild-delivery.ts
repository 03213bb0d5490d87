import { eq } from "drizzle-orm";
import type { Delivery, NotifyEndpoint } from "#lib/notifications/ports.ts";
import { deriveFromBody } from "#lib/notifications/receive/to-delivery.ts";
import { acceptedWith } from "#lib/notifications/verification/accepted-order.ts";
import { isGenuineRefused } from "#lib/notifications/verification/genuine-refused.ts";
import type { Verdict } from "#lib/notifications/verification/verify.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Database, Queryable } from "../connection/open-store.ts";
import { queueForwards } from "../forwarding/forward-outbox.ts";
import type { DeliveryRow } from "../notifications/notifications.ts";
import { hasUnreversedAttempt } from "../notifications/order-deliveries.ts";
import { delivery } from "../schema/notification.ts";
import { makeKnown } from "../search/make-known.ts";
import { openBody } from "./delivery-body.ts";
import { toDerived, toIdentifiers } from "./delivery-derived.ts";
import { retryProblems } from "./delivery-problems.ts";
import { queueDeliveries } from "./delivery-queue.ts";
import { alertRefused, leaveUnverified, promoteRefused } from "./refused-keys.ts";
import { deleteUnverifiedNumbers, saveUnverifiedNumbers } from "./unverified-numbers.ts";

/**
 * Rebuilds what is derived from a stored body, with the current code and keys. A valid delivery stays valid, and a
 * genuine one that our rules refused stays genuine, even without its key; one that becomes valid changes no payment,
 * since it never got an OK (docs/notifications.md, rule 21); only a Rollback acts, here and at the shop. A delivery that was set
 * aside is processed again.
 */
export async function rebuildDelivery(
  db: Database,
  vault: Vault,
  { row, endpoint }: { row: DeliveryRow; endpoint: NotifyEndpoint },
): Promise<{ verdict: Verdict }> {
  const body = openBody(vault, row);
  // A valid delivery keeps the field order under which it was accepted.
  const rules = row.verdict === "valid" ? { ...endpoint, fieldOrder: acceptedWith(row) } : endpoint;
  const { event, verification, ...hashes } = deriveFromBody(body, rules);
  const derived = toDerived({ event, verification, endpoint: rules });
  const isRefused = isGenuineRefused({ verification, event });
  const staysRefused = row.genuineRefused && derived.verdict !== "valid" && !isRefused;
  const { verdict, reasons, keyId, rejection, fieldOrder } = row.verdict === "valid" || staysRefused ? row : derived;
  await db.transaction(async (tx) => {
    const changed = await tx
      .update(delivery)
      .set({ ...derived, verdict, reasons, keyId, rejection, fieldOrder })
      .where(eq(delivery.id, row.id))
      .returning({ id: delivery.id });
    if (changed.length === 0) return;
    await retryProblems(tx, row);
    const isEvent = verdict === "valid" && row.eventId === row.id;
    if (!isEvent) {
      await deleteUnverifiedNumbers(tx, [row.id]);
      await saveUnverifiedNumbers(tx, [{ ...row, ...derived }]);
    }
    if (verdict !== "valid") {
      if (!isRefused || row.genuineRefused) return;
      const isMoved = await promoteRefused(tx, { ...row, ...hashes, bytes: row.bodyBytes });
      if (isMoved) await alertRefused(tx, endpoint, { at: row.lastSeenAt, count: row.seen });
      return;
    }
    if (row.verdict !== "valid") {
      await leaveUnverified(tx, row);
      const { acts } = await makeKnown(tx, vault, { ...row, ...hashes, event, endpoint });
      await queueDeliveries(tx, [row], { acts: true });
      if (acts) await forwardRollback(tx, { row, endpoint, event });
      return;
    }
    if (!isEvent) return;
    await tx
      .update(delivery)
      .set({ identifiers: toIdentifiers(vault, event) })
      .where(eq(delivery.id, row.id));
  });
  return { verdict };
}

/** Not after a later payment of its order: the shop would take that for reversed. */
async function forwardRollback(
  tx: Queryable,
  { row, endpoint, event }: { row: DeliveryRow; endpoint: NotifyEndpoint; event: Delivery["event"] },
): Promise<void> {
  const { id, lastSeenAt, answerStatus: status } = row;
  if (event.method !== "IPCPurchaseRollback" || event.orderId === null) return;
  const order = { endpointId: endpoint.id, orderId: event.orderId };
  if (await hasUnreversedAttempt(tx, order, { since: lastSeenAt })) return;
  await queueForwards(tx, [{ id, endpoint, event, answer: { status } }]);
}
