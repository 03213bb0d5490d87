import type { Notification } from "#lib/contract/notification.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { isSale } from "#lib/core/transaction-types.ts";
import type { DeliverySummary } from "#lib/db/notifications/notifications.ts";
import type { ServiceContext } from "../../context.ts";
import { markGivenBack } from "../../transactions/mark-rows.ts";
import { matchLedgers } from "../reconciliation/ledger-match.ts";

/**
 * Of verified payment notifications that were not answered OK: what the stored ledger says went back, by delivery id. Their
 * Rollback is often not answered or not received either, so that only the ledger tells of the reversal.
 */
export async function findLedgerReversals(
  ctx: Pick<ServiceContext, "db" | "vault">,
  environment: Environment,
  rows: readonly DeliverySummary[],
): Promise<Map<string, NonNullable<Notification["givenBack"]>>> {
  const unanswered = rows.filter(
    ({ verdict, method, answerStatus }) => verdict === "valid" && method === "IPCPurchaseNotify" && answerStatus !== 200,
  );
  const matches = await matchLedgers(ctx, environment, unanswered);
  const proven = [...matches].filter(([, { row, agrees }]) => agrees && isSale(row));
  const givenBack = await markGivenBack(
    ctx,
    proven.map(([, { row }]) => row),
  );
  return new Map(
    proven.flatMap(([id, { row }]) => {
      const back = givenBack.get(row)?.givenBack;
      return back?.isReversed ? [[id, { at: back.at, amountMinor: row.amountMinor, currency: row.currency }] as const] : [];
    }),
  );
}
