import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { isMoneyShut } from "#lib/db/restore/fences.ts";
import { requireStillActive } from "../merchants/require-active.ts";

/**
 * Throws `merchant_archived` for an archived merchant, and `money_shut` while a restore shuts what moves money. Call it in the
 * transaction that stores the intent.
 */
export async function requireMoneyOpen(tx: Transaction, merchant: MerchantRow): Promise<void> {
  await requireStillActive(tx, merchant);
  if (await isMoneyShut(tx, merchant)) throw new AppError("money_shut");
}
