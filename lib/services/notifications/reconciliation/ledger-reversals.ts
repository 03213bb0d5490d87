import type { Notification } from "#lib/contract/notification.ts";
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

/**
 * Of verified payment notifications that were not answered OK: what the stored ledger says went back, by delivery id. Their
 * Rollback is often not answered or not received either, so that only the ledger tells of the reversal.
 */
export async function findLedgerReversals(
  ctx: Stored,
  environment: Environment,
  rows: readonly DeliverySummary[],
): Promise<Map<string, LedgerReversal>> {
  const unanswered = rows.filter(
    ({ verdict, method, answerStatus }) => verdict === "valid" && method === "IPCPurchaseNotify" && answerStatus !== 200,
  );
  const reversals = await reversalsOf(ctx, await matchLedgers(ctx, environment, unanswered));
  return new Map([...reversals].map(([id, { transactionId: _, ...reversal }]) => [id, reversal]));
}

/** A sale of another amount may be another payment. */
function isProofOf({ row, agrees }: LedgerMatch): boolean {
  return agrees && isSale(row);
}
