import pLimit from "p-limit";
import { type LookupResult, lookupInput, lookupOperations, lookupResultSchema } from "#lib/contract/lookup.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { findTransactionsByReference, type TransactionRow } from "#lib/db/transactions/transactions.ts";
import { requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { findMerchantsOf } from "../search/to-hits.ts";
import { findKnownHere, type KnownHere, type KnownReference } from "./known-here.ts";
import { toLookupRows, toNotSearched } from "./lookup-rows.ts";
import { askedMax, describeNotAsked, findFewMerchants } from "./merchants-to-ask.ts";
import { type MerchantSearch, searchMerchant } from "./search-merchant.ts";
import { referenceKey, uniqueReferences } from "./unique-references.ts";

const deadlineMs = 25_000;
const merchantsAtOnce = 6;

/** 1 to 1000 references at one merchant: one result each, in the order given, duplicates merged. */
export async function lookupMerchantReferences(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: { environment: Environment; merchant: string; input: unknown },
): Promise<LookupResult> {
  requireRole(ctx, lookupOperations.lookUpReferences);
  const merchant = await requireMerchant(ctx, environment, slug);
  return lookUp(ctx, { environment, merchantIds: [merchant.id] }, input);
}

/**
 * The same over all merchants this account may see. Stored matches, also by order number and IPC_Trnref, need no gateway; the
 * rest is queried concurrently at the gateways of few merchants. A reference is missing when all gateways that responded lack
 * it; the others are in `notSearched`. Of many merchants only those known to have a reference are queried, and unknown
 * references are not checked.
 */
export async function lookupReferences(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<LookupResult> {
  requireRole(ctx, lookupOperations.lookUpReferencesEverywhere);
  return lookUp(ctx, await visibleScope(ctx, environment), input);
}

async function lookUp(ctx: ServiceContext, scope: MerchantScope, input: unknown): Promise<LookupResult> {
  const references = uniqueReferences(parseInput(lookupInput, input).references);
  const [rows, here, few] = await Promise.all([
    findTransactionsByReference(ctx.db, { ...scope, references }),
    findKnownHere(ctx, scope, references),
    findFewMerchants(ctx.db, scope),
  ]);
  const holders = await findMerchantsOf(ctx.db, rows);
  const merchants = few ?? listKnownMerchants(holders, here);
  const searches = await searchEach(ctx, merchants, (merchant) =>
    referencesFor(merchant, references, { rows, here, isOfAll: !!few }),
  );
  const verdicts = toLookupRows(references, {
    ...{ environment: scope.environment, vault: ctx.vault },
    searches: searches.filter((search) => search.results.length > 0 || search.problem),
    rows,
    here,
    merchants: new Map([...holders, ...merchants.map((merchant) => [merchant.id, merchant] as const)]),
    asksAll: few !== undefined,
  });
  const failed = toNotSearched(searches);
  const isOpen = !few && verdicts.some(({ error }) => error?.code === "not_checked");
  const others = isOpen ? await describeNotAsked(ctx.db, scope, merchants) : { notSearched: [], notSearchedCount: 0 };
  return lookupResultSchema.parse({
    rows: verdicts,
    notSearched: [...failed, ...others.notSearched].slice(0, askedMax),
    notSearchedCount: failed.length + others.notSearchedCount,
  });
}

/** The first merchants that are known to have one of the references. */
function listKnownMerchants(holders: ReadonlyMap<string, MerchantRow>, { known }: KnownHere): MerchantRow[] {
  const named = [...known.values()]
    .flat()
    .filter(mayBeOwn)
    .map(({ merchant }) => [merchant.id, merchant] as const);
  return [...new Map([...holders, ...named]).values()].slice(0, askedMax);
}

async function searchEach(
  ctx: ServiceContext,
  merchants: readonly MerchantRow[],
  referencesOf: (merchant: MerchantRow) => string[],
): Promise<MerchantSearch[]> {
  const limit = pLimit(merchantsAtOnce);
  const deadline = ctx.clock.monotonic() + deadlineMs;
  const search = (merchant: MerchantRow) =>
    searchMerchant(ctx, merchant, { references: referencesOf(merchant), deadlineMs: deadline - ctx.clock.monotonic() });
  return Promise.all(merchants.map((merchant) => limit(() => search(merchant))));
}

type Stored = { rows: readonly TransactionRow[]; here: KnownHere; isOfAll: boolean };

/**
 * Its own references and, where all merchants are queried, those of no known merchant; a known order number is not sent to any
 * gateway.
 */
function referencesFor(merchant: MerchantRow, references: readonly string[], { rows, here, isOfAll }: Stored): string[] {
  const knownAt = new Map<string, Set<string>>();
  for (const row of rows) {
    const key = referenceKey(row.reference ?? "");
    knownAt.set(key, (knownAt.get(key) ?? new Set()).add(row.merchantId));
  }
  return references.filter((reference) => {
    const holders = knownAt.get(referenceKey(reference));
    const known = here.known.get(reference);
    // What is stored of an archived merchant is all there is.
    if (merchant.archivedAt && (holders !== undefined || known)) return false;
    if (holders === undefined && known) return known.some((item) => item.merchant.id === merchant.id && mayBeOwn(item));
    return holders === undefined ? isOfAll : holders.has(merchant.id);
  });
}

/** Whether the gateway may know more: the payment reference in another spelling, or an IPC_Trnref not read yet. */
function mayBeOwn({ matched, row }: KnownReference): boolean {
  return matched === "reference" || (matched === "trnref" && row === null);
}
