import type { Queryable } from "../connection/open-store.ts";
import { isEmptyScope, type MerchantScope } from "../merchants/merchant-scope.ts";
import { findNewestRows } from "../transactions/newest-rows.ts";
import { type IdentifierHit, toHits } from "./identifier-search.ts";
import { anyOfFields } from "./identifiers.ts";

type CardAndAmount = { scope: MerchantScope; digits: string; amounts: readonly string[]; limit: number };

/** Rows that have both the card's last digits and the amount, newest first. */
export async function findCardAndAmount(
  db: Queryable,
  { scope, digits, amounts, limit }: CardAndAmount,
): Promise<IdentifierHit[]> {
  if (isEmptyScope(scope)) return [];
  const words = `(${anyOfFields(["pan"], [digits])}) & (${anyOfFields(["amount"], amounts)})`;
  const rows = await findNewestRows(db, { scope, words, limit });
  return toHits(rows, scope, { isWanted: ({ field, value }) => field === "pan" && value === digits, exact: true });
}
