import pLimit from "p-limit";
import { type LookupResult, lookupInput, lookupResultSchema } from "../../contract/lookup.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { findTransactionsByReference, type TransactionRow } from "../../store/transactions.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { foldReferences, referenceKey } from "./fold-references.ts";
import { toLookupRows, toNotSearched } from "./lookup-rows.ts";
import { searchMerchant } from "./search-merchant.ts";

const deadlineMs = 25_000;
const merchantsAtOnce = 6;

/** 1 to 1000 references at one merchant: one verdict each, in the order given, duplicates folded. */
export async function lookupMerchantReferences(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: { environment: Environment; merchant: string; input: unknown },
): Promise<LookupResult> {
  requireRole(ctx, "viewer");
  const merchant = await requireMerchant(ctx, environment, slug);
  return lookUp(ctx, [merchant], input);
}

/**
 * The same over all merchants this person may see: those that hold a reference are known from the store, the others
 * are asked side by side. A reference is missing when all who could be asked lack it; the rest are in `notSearched`.
 */
export async function lookupReferences(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<LookupResult> {
  requireRole(ctx, "viewer");
  return lookUp(ctx, await visibleMerchants(ctx, environment), input);
}

async function lookUp(ctx: ServiceContext, merchants: readonly MerchantRow[], input: unknown): Promise<LookupResult> {
  const references = foldReferences(parseInput(lookupInput, input).references);
  const merchantIds = merchants.map((merchant) => merchant.id);
  const rows = await findTransactionsByReference(ctx.db, { merchantIds, references });
  const limit = pLimit(merchantsAtOnce);
  const until = ctx.clock.monotonic() + deadlineMs;
  const searches = await Promise.all(
    merchants.map((merchant) =>
      limit(() => {
        const asked = askedOf(merchant, references, rows);
        return searchMerchant(ctx, merchant, { references: asked, deadlineMs: until - ctx.clock.monotonic() });
      }),
    ),
  );
  const known = {
    vault: ctx.vault,
    searches: searches.filter((search) => search.results.length > 0 || search.problem),
    rows,
    merchants,
  };
  return lookupResultSchema.parse({ rows: toLookupRows(references, known), notSearched: toNotSearched(searches) });
}

/** Its own references and those no merchant is known to have. */
function askedOf(merchant: MerchantRow, references: readonly string[], rows: readonly TransactionRow[]): string[] {
  const held = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = referenceKey(row.reference ?? "");
    held.set(key, (held.get(key) ?? new Set()).add(row.merchantId));
  }
  return references.filter((reference) => {
    const holders = held.get(referenceKey(reference));
    return holders === undefined || holders.has(merchant.id);
  });
}
