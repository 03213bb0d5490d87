import { dayMs } from "#lib/core/days.ts";
import { linkKind } from "./checkout/links.ts";
import { orderKind, payerKind, unpaidStatuses } from "./checkout/orders.ts";
import { addedKind } from "./ledger/added-rows.ts";
import type { World } from "./world.ts";

/** From when on booked rows, and orders with their customers, are kept; without a time all are. */
export type KeptFrom = { ledgerMs?: number | undefined; ordersMs?: number | undefined };

/** How long an order is kept that nobody paid: anybody can make some. */
const unpaidMs = 7 * dayMs;

/** Removes what is no longer kept. Terminal payments stay. */
export async function removeOld({ storage, now }: World, { ledgerMs, ordersMs }: KeptFrom): Promise<void> {
  const unpaid = { to: now() - unpaidMs, tags: unpaidStatuses };
  const ids = (await storage.listHeads(orderKind, unpaid)).map(({ key }) => key);
  // First, so that none stays when this is interrupted.
  if (ids.length > 0) await storage.removeRange(payerKind, { tags: ids });
  await storage.removeRange(orderKind, unpaid);
  if (ordersMs !== undefined)
    for (const kind of [orderKind, payerKind, linkKind]) await storage.removeRange(kind, { to: ordersMs });
  if (ledgerMs !== undefined) await storage.removeRange(addedKind, { to: ledgerMs });
}
