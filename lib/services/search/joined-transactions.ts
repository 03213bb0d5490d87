import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { type DeliveryRow, findDelivery } from "#lib/db/notifications/notifications.ts";
import type { IdentifierHit } from "#lib/db/search/identifier-search.ts";
import type { ServiceContext } from "../context.ts";
import { findLedgerMatch } from "../notifications/reconciliation/ledger-match.ts";
import { readLastDays } from "../transactions/read-merchants.ts";
import { describeTransaction, type FoundHit, findMerchantsOf, uniqueBy } from "./to-hits.ts";

const notificationsMax = 5;

/**
 * The transactions of exactly matching notifications, where the search found none of their merchant: the ledger may not
 * contain the notification's reference. With `readsLedger` the last days are read when they lack it.
 */
export async function findJoinedTransactions(
  ctx: ServiceContext,
  found: readonly IdentifierHit[],
  { readsLedger }: { readsLedger: boolean },
): Promise<FoundHit[]> {
  const withTransaction = new Set(found.filter((hit) => hit.kind === "transaction").map((hit) => hit.merchantId));
  const lacking = found.filter(
    (hit) =>
      hit.kind === "notification" &&
      hit.exact &&
      ["trnref", "orderId"].includes(hit.field) &&
      !withTransaction.has(hit.merchantId),
  );
  const few = lacking.slice(0, notificationsMax);
  const merchants = await findMerchantsOf(ctx.db, few);
  const hits = await Promise.all(
    few.map(async ({ merchantId, targetId, field }) => {
      const merchant = merchants.get(merchantId);
      const delivery = await findDelivery(ctx.db, { merchantId, id: targetId });
      return merchant && delivery ? findOne(ctx, { merchant, delivery, field }, readsLedger) : undefined;
    }),
  );
  return uniqueBy(
    hits.filter((hit) => hit !== undefined),
    (hit) => hit.href,
  );
}

type Joined = { merchant: MerchantRow; delivery: DeliveryRow; field: string };

async function findOne(
  ctx: ServiceContext,
  { merchant, delivery, field }: Joined,
  readsLedger: boolean,
): Promise<FoundHit | undefined> {
  const match = (await findLedgerMatch(ctx, delivery)) ?? (readsLedger ? await readAndMatch(ctx, merchant, delivery) : undefined);
  if (!match) return undefined;
  const described = describeTransaction(match.row, merchant);
  const occurredAt = described.occurredAt.toISOString();
  const payment = described.href;
  return { ...described, kind: "transaction", merchant: merchant.slug, payment, matched: field, exact: true, occurredAt };
}

async function readAndMatch(ctx: ServiceContext, merchant: MerchantRow, delivery: DeliveryRow) {
  await readLastDays(ctx, merchant);
  return findLedgerMatch(ctx, delivery);
}
