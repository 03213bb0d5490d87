import pLimit from "p-limit";
import { type LookupResult, lookupInput, lookupResultSchema } from "../../contract/lookup.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { findTransactionsByReference, type TransactionRow } from "../../store/transactions.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { foldReferences, referenceKey } from "./fold-references.ts";
import { findKnownHere, type KnownHere, type KnownReference } from "./known-here.ts";
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
  return lookUp(ctx, { environment, merchants: [merchant] }, input);
}

/**
 * The same over all merchants this person may see: what search finds here is known from the store, order numbers and
 * IPC_Trnrefs too; for the rest the gateways are asked side by side. A reference is missing when all who could be asked
 * lack it; the others are in `notSearched`.
 */
export async function lookupReferences(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<LookupResult> {
  requireRole(ctx, "viewer");
  return lookUp(ctx, { environment, merchants: await visibleMerchants(ctx, environment) }, input);
}

type Place = { environment: Environment; merchants: readonly MerchantRow[] };

async function lookUp(ctx: ServiceContext, place: Place, input: unknown): Promise<LookupResult> {
  const { merchants } = place;
  const references = foldReferences(parseInput(lookupInput, input).references);
  const merchantIds = merchants.map((merchant) => merchant.id);
  const [rows, here] = await Promise.all([
    findTransactionsByReference(ctx.db, { merchantIds, references }),
    findKnownHere(ctx, place, references),
  ]);
  const limit = pLimit(merchantsAtOnce);
  const until = ctx.clock.monotonic() + deadlineMs;
  const searches = await Promise.all(
    merchants.map((merchant) =>
      limit(() => {
        const asked = askedOf(merchant, references, { rows, here });
        return searchMerchant(ctx, merchant, { references: asked, deadlineMs: until - ctx.clock.monotonic() });
      }),
    ),
  );
  const known = {
    vault: ctx.vault,
    searches: searches.filter((search) => search.results.length > 0 || search.problem),
    rows,
    here,
    merchants,
  };
  return lookupResultSchema.parse({ rows: toLookupRows(references, known), notSearched: toNotSearched(searches) });
}

type Stored = { rows: readonly TransactionRow[]; here: KnownHere };

/** Its own references and those no merchant is known to have; of an order number that is known here no gateway is asked. */
function askedOf(merchant: MerchantRow, references: readonly string[], { rows, here }: Stored): string[] {
  const held = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = referenceKey(row.reference ?? "");
    held.set(key, (held.get(key) ?? new Set()).add(row.merchantId));
  }
  return references.filter((reference) => {
    const holders = held.get(referenceKey(reference));
    const known = here.known.get(reference);
    if (holders === undefined && known) return known.merchant.id === merchant.id && mayBeOwn(known);
    return holders === undefined || holders.has(merchant.id);
  });
}

/** Whether the gateway may have more of it: the payment reference in another spelling, or an IPC_Trnref not read yet. */
function mayBeOwn({ matched, row }: KnownReference): boolean {
  return matched === "reference" || (matched === "trnref" && row === null);
}
