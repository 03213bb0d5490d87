import type { MoneyBack } from "#lib/contract/money-back.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { isReversal } from "#lib/core/transaction-types.ts";
import type { UnconfirmedRow } from "#lib/db/notifications/unconfirmed.ts";
import type { ServiceContext } from "../context.ts";
import { type LedgerMatch, matchLedgers } from "../notifications/reconciliation/ledger-match.ts";
import { reversalsOf } from "../notifications/reconciliation/ledger-reversals.ts";

export type Proven = { row: UnconfirmedRow; proof: MoneyBack["proof"]; match: LedgerMatch | undefined };

/**
 * What proves that the money of these notifications went back: a verified Rollback of the order, else a reversal of the
 * payment's sale in the stored ledger. `withTransactions`: looks up the sales of all rows, for links, not only of those
 * that need one as proof.
 */
export async function proveMoneyBack(
  ctx: Pick<ServiceContext, "db" | "vault">,
  environment: Environment,
  { rows, withTransactions }: { rows: readonly UnconfirmedRow[]; withTransactions: boolean },
): Promise<Proven[]> {
  const asked = withTransactions ? rows : rows.filter(({ rollback }) => rollback === null);
  const matches = await matchLedgers(ctx, environment, asked);
  const reversals = await reversalsOf(ctx, matches);
  return rows.map((row) => {
    const match = matches.get(row.id);
    const reversal = reversals.get(row.id);
    const transaction = toTransaction(match, reversal?.transactionId);
    if (row.rollback !== null) {
      const { id: notificationId, at } = row.rollback;
      const proof = { by: "rollback", at: new Date(at).toISOString(), notificationId, transaction } as const;
      // What is not verified may name any payment, so its reference counts only with the amount of the Rollback.
      return { row, match: row.verdict === "valid" || match?.agrees ? match : undefined, proof };
    }
    return { row, match, proof: reversal ? { by: "ledger", at: reversal.at, notificationId: null, transaction } : null };
  });
}

/** The reversal of the payment, which has its reference; also where the database has only that one of them. */
function toTransaction(match: LedgerMatch | undefined, reversalId: string | undefined) {
  if (match === undefined) return null;
  const { row, agrees } = match;
  if (reversalId !== undefined) return { id: reversalId, reference: row.reference };
  return agrees && row.sign === "debit" && isReversal(row.type) ? { id: row.id, reference: row.reference } : null;
}
