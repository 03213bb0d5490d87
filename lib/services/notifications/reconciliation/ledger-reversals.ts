import type { Notification } from "#lib/contract/notification.ts";
import type { Returned } from "#lib/contract/returned.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { DeliverySummary } from "#lib/db/notifications/notifications.ts";
import type { ServiceContext } from "../../context.ts";
import { findBack } from "../../transactions/mark-rows.ts";
import { type LedgerMatch, matchLedgers } from "./ledger-match.ts";

type Stored = Pick<ServiceContext, "db" | "vault">;
export type LedgerReversal = NonNullable<Notification["givenBack"]>;

/** `transactionId`: of the transaction that is the reversal; undefined where only the payment taken from here tells of it. */
type FoundReversal = LedgerReversal & { transactionId: string | undefined };

/** The reversals of matched sales that the stored ledger has, by delivery id. */
export async function reversalsOf(ctx: Stored, matches: ReadonlyMap<string, LedgerMatch>): Promise<Map<string, FoundReversal>> {
  const proven = [...matches].filter(([, match]) => isProofOf(match));
  const backOf = await findBack(
    ctx,
    proven.map(([, { row }]) => row),
  );
  return new Map(
    proven.flatMap(([id, { row }]) => {
      const { marks, reversalId } = backOf.get(row) ?? {};
      if (!marks?.givenBack?.isReversed) return [];
      const { amountMinor, currency } = row;
      return [[id, { at: marks.givenBack.at, amountMinor, currency, transactionId: reversalId }] as const];
    }),
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
  const matches = await matchLedgers(ctx, environment, payments);
  const proven = payments.flatMap(({ id, answerStatus }) => {
    const match = matches.get(id);
    return match && isProofOf(match) ? [{ id, answerStatus, row: match.row }] : [];
  });
  const backOf = await findBack(
    ctx,
    proven.map(({ row }) => row),
  );
  return new Map(
    proven.map(({ id, answerStatus, row }) => {
      const marks = backOf.get(row)?.marks ?? {};
      const { amountMinor, currency } = row;
      const isReversed = answerStatus !== 200 && marks.givenBack?.isReversed === true;
      const reversal = isReversed && marks.givenBack ? { at: marks.givenBack.at, amountMinor, currency } : null;
      return [id, { reversal, returned: Object.keys(marks).length === 0 ? undefined : marks }];
    }),
  );
}

/** A sale of another amount may be another payment. */
function isProofOf({ row, agrees }: LedgerMatch): boolean {
  return agrees && isSale(row);
}
