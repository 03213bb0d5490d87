import type { Notification } from "#lib/contract/notification.ts";
import type { Returned } from "#lib/contract/returned.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { DeliverySummary } from "#lib/db/notifications/notifications.ts";
import { findNotifiedAndGivenBack } from "#lib/db/transactions/given-back.ts";
import type { ServiceContext } from "../../context.ts";
import { findBack } from "../../transactions/mark-rows.ts";
import { type LedgerMatch, matchLedgers } from "./ledger-match.ts";

type Stored = Pick<ServiceContext, "db" | "vault">;
export type LedgerReversal = NonNullable<Notification["givenBack"]>;

/** `transactionId`: of the transaction that is the reversal; undefined where only the payment taken from here tells of it. */
type FoundReversal = LedgerReversal & { transactionId: string | undefined };

/** The reversals of matched sales that the stored ledger has, by delivery id. */
export async function reversalsOf(ctx: Stored, matches: ReadonlyMap<string, LedgerMatch>): Promise<Map<string, FoundReversal>> {
  const sales = await findMatchedSales(ctx, matches);
  return new Map(
    sales.flatMap(({ id, row: { amountMinor, currency }, marks, reversalId }) =>
      marks.givenBack?.isReversed ? [[id, { at: marks.givenBack.at, amountMinor, currency, transactionId: reversalId }]] : [],
    ),
  );
}

type SaleNow = { reversal: LedgerReversal | null; returned: Returned | undefined };

/**
 * Of verified payment notifications: what the stored ledger says of their sales' money since, by delivery id. `reversal`: of those
 * that were not answered OK, whose Rollback is often not answered or not received either.
 */
export async function findSalesNow(
  ctx: Stored,
  environment: Environment,
  rows: readonly DeliverySummary[],
): Promise<Map<string, SaleNow>> {
  const payments = rows.filter(({ verdict, method }) => verdict === "valid" && method === "IPCPurchaseNotify");
  const unanswered = new Set(payments.flatMap(({ id, answerStatus }) => (answerStatus === 200 ? [] : [id])));
  // Of most payments nothing was given back: only the others are matched.
  const touched = await findNotifiedAndGivenBack(ctx.db, { environment, notified: payments });
  const matched = payments.filter(({ id }) => touched.has(id));
  const sales = await findMatchedSales(ctx, await matchLedgers(ctx, environment, matched));
  return new Map(
    sales.map(({ id, row: { amountMinor, currency }, marks }) => {
      const { givenBack } = marks;
      const isReversal = unanswered.has(id) && givenBack?.isReversed;
      const reversal = isReversal ? { at: givenBack.at, amountMinor, currency } : null;
      return [id, { reversal, returned: Object.keys(marks).length === 0 ? undefined : marks }];
    }),
  );
}

/** The matched sales with what was given back of them, and the booking that reversed one. */
async function findMatchedSales({ db }: Stored, matches: ReadonlyMap<string, LedgerMatch>) {
  const proven = [...matches].flatMap(([id, match]) => (isProofOf(match) ? [{ id, row: match.row }] : []));
  const backOf = await findBack(
    db,
    proven.map(({ row }) => row),
  );
  return proven.map((sale) => {
    const back = backOf.get(sale.row);
    const marks: Returned = back?.marks ?? {};
    return { ...sale, marks, reversalId: back?.reversalId };
  });
}

/** A sale of another amount may be another payment. */
function isProofOf({ row, agrees }: LedgerMatch): boolean {
  return agrees && isSale(row);
}
