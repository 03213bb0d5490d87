import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { isArchived } from "#lib/db/merchants/archived-merchants.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { isMoneyShut } from "#lib/db/restore/fences.ts";

/**
 * Throws `merchant_archived` for an archived merchant, and `money_shut` while a restore shuts what moves money. Call it in the
 * transaction that stores the intent: a merchant that is archived meanwhile waits for it.
 */
export async function requireMoneyOpen(tx: Transaction, merchant: MerchantRow): Promise<void> {
  await requireNotArchived(tx, merchant);
  if (await isMoneyShut(tx, merchant)) throw new AppError("money_shut");
}

/** The first half of it, for what is allowed after a restore. */
export async function requireNotArchived(tx: Transaction, { id }: MerchantRow): Promise<void> {
  if (await isArchived(tx, id)) throw new AppError("merchant_archived");
}
