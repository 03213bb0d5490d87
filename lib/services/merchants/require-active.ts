import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { isArchived } from "#lib/db/merchants/archived-merchants.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";

/** Throws `merchant_archived` for an archived merchant, whose gateway is asked nothing. */
export function requireActive({ archivedAt }: Pick<MerchantRow, "archivedAt">): void {
  if (archivedAt) throw new AppError("merchant_archived");
}

/** The same in the transaction that stores an intent: a merchant that is archived meanwhile waits for it. */
export async function requireStillActive(tx: Transaction, { id }: Pick<MerchantRow, "id">): Promise<void> {
  if (await isArchived(tx, id)) throw new AppError("merchant_archived");
}
