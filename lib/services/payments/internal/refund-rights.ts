import type { Operation } from "#lib/contract/operation.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { countMoneyReturned } from "#lib/db/transactions/money-returned.ts";
import { requireRecentAuth, requireRole, type ServiceContext } from "../../context.ts";

/**
 * From these sums on, in minor units, returning money needs a recent re-authentication: about 100 euros each. A currency not
 * listed here always needs it.
 */
const reauthenticateFromMinor: ReadonlyMap<string, number> = new Map([
  ["AUD", 150_00],
  ["BGN", 200_00],
  ["CAD", 150_00],
  ["CHF", 100_00],
  ["CZK", 2_500_00],
  ["DKK", 750_00],
  ["EUR", 100_00],
  ["GBP", 80_00],
  ["HUF", 40_000_00],
  ["ISK", 14_000],
  ["JPY", 15_000],
  ["NOK", 1_000_00],
  ["PLN", 400_00],
  ["RON", 500_00],
  ["SEK", 1_000_00],
  ["USD", 100_00],
]);

/** Throws `forbidden` without the permission `refund`, which reversals need too (docs/payments.md, rule 14). */
export function requireRefundPermission(ctx: ServiceContext, operation: Operation): void {
  requireRole(ctx, operation);
  if (!ctx.staff.permissions.includes("refund")) throw new AppError("forbidden");
}

type MoneyBack = { environment: string; target: string; currency: string; amountMinor: number };

/**
 * Counts money about to be returned, in the transaction that stores the intent. Throws `proof_required` when the day's sum of
 * this account or of this payment is large and there was no recent re-authentication.
 */
export async function countMoneyBack(tx: Transaction, ctx: ServiceContext, money: MoneyBack): Promise<void> {
  const sumMinor = await countMoneyReturned(tx, { ...money, staffId: ctx.staff.id });
  if (sumMinor >= (reauthenticateFromMinor.get(money.currency) ?? 0)) requireRecentAuth(ctx);
}
