import { eq } from "drizzle-orm";
import { acceptedWith } from "../notify/accepted-order.ts";
import { isGenuineRefused } from "../notify/genuine-refused.ts";
import type { NotifyEndpoint } from "../notify/ports.ts";
import { deriveFromBody } from "../notify/to-delivery.ts";
import type { Verdict } from "../notify/verdict.ts";
import type { Vault } from "../vault/vault.ts";
import { openBody } from "./delivery-body.ts";
import { toDerived, toIdentifiers } from "./delivery-derived.ts";
import { retryProblems } from "./delivery-problems.ts";
import { makeKnown } from "./make-known.ts";
import type { DeliveryRow } from "./notifications.ts";
import type { Database } from "./open-store.ts";
import { alertRefused, leaveUnverified, promoteRefused } from "./refused-keys.ts";
import { delivery } from "./schema/notification.ts";
import { forgetUnverifiedNumbers, saveUnverifiedNumbers } from "./unverified-numbers.ts";

/**
 * Makes anew what is derived from a kept body, with today's code and keys. A valid delivery stays valid, and a genuine
 * one that our rules refused stays genuine, whatever became of its key; one that turns valid changes no payment, since
 * it never got an OK (docs/notifications.md, rule 21). What was set aside is processed again.
 */
export async function rebuildDelivery(
  db: Database,
  vault: Vault,
  { row, endpoint }: { row: DeliveryRow; endpoint: NotifyEndpoint },
): Promise<{ verdict: Verdict }> {
  const body = openBody(vault, row);
  // What was found valid keeps the field order of its hour.
  const rules = row.verdict === "valid" ? { ...endpoint, fieldOrder: acceptedWith(row) } : endpoint;
  const { event, judgement, ...hashes } = deriveFromBody(body, rules);
  const derived = toDerived({ event, judgement, endpoint: rules });
  const isRefused = isGenuineRefused({ judgement, event });
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
      await forgetUnverifiedNumbers(tx, [row.id]);
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
      await makeKnown(tx, vault, { ...row, ...hashes, event, endpoint });
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
