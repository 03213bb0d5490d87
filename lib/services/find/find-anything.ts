import pLimit from "p-limit";
import { type FindResult, findInput, findResultSchema, type Hit } from "../../contract/find.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { findIdentifiers } from "../../store/identifiers.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { requireRole, type ServiceContext, visibleMerchants } from "../context.ts";
import { toNotSearched } from "../lookups/lookup-rows.ts";
import { type MerchantSearch, searchMerchant } from "../lookups/search-merchant.ts";
import { mayBeTrnref, trnrefNote } from "../notifications/trnref-note.ts";
import { findJoinedTransactions } from "./joined-transactions.ts";
import { toFindQuery } from "./parse-query.ts";
import { toHits, transactionHref } from "./to-hits.ts";

const hitsMax = 50;
const deadlineMs = 8_000;
const merchantsAtOnce = 8;

/**
 * Any identifier, over all merchants this person may see: what the desk has, exact fits first, then what begins so,
 * never what only contains it. When nothing here fits and it may be a payment reference, the merchants' gateways are
 * asked too; those that could not be are named with the reason.
 */
export async function findAnything(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<FindResult> {
  requireRole(ctx, "viewer");
  const { q } = parseInput(findInput, input);
  const merchants = await visibleMerchants(ctx, environment);
  const { value, mayBeReference } = toFindQuery(q);
  const merchantIds = merchants.map((merchant) => merchant.id);
  const hashedValue = ctx.vault.hash(value);
  const found =
    value === "" ? [] : await findIdentifiers(ctx.db, { environment, merchantIds, value, hashedValue, limit: hitsMax });
  const [own, joined] = await Promise.all([toHits(ctx.db, found, merchants), findJoinedTransactions(ctx, found, merchants)]);
  const hits = [...own.filter((hit) => hit.exact), ...joined, ...own.filter((hit) => !hit.exact)];
  const asked = mayBeReference ? merchantsToAsk(hits, merchants, q) : [];
  const searches = await searchAll(ctx, asked, q);
  const all = [...hits, ...searches.flatMap(toGatewayHits)];
  const note = trnrefNote(q, { hits: all, wasAsked: asked.length > 0 });
  return findResultSchema.parse({ hits: all, notSearched: toNotSearched(searches), note });
}

/**
 * All when nothing fits here, or only by its beginning what may be an IPC_Trnref; the merchant of a notification whose
 * transaction has not been read yet; else none.
 */
function merchantsToAsk(hits: readonly Hit[], merchants: readonly MerchantRow[], q: string): MerchantRow[] {
  if (hits.length === 0 || (mayBeTrnref(q) && !hits.some(({ exact }) => exact))) return [...merchants];
  const withTransaction = new Set(hits.filter((hit) => hit.kind === "transaction").map((hit) => hit.merchant));
  const lacking = hits.filter((hit) => hit.exact && hit.matched === "trnref" && !withTransaction.has(hit.merchant));
  return merchants.filter((merchant) => lacking.some((hit) => hit.merchant === merchant.slug));
}

function searchAll(ctx: ServiceContext, merchants: readonly MerchantRow[], reference: string): Promise<MerchantSearch[]> {
  const limit = pLimit(merchantsAtOnce);
  const until = ctx.clock.monotonic() + deadlineMs;
  const leftMs = () => until - ctx.clock.monotonic();
  return Promise.all(
    merchants.map((merchant) => limit(() => searchMerchant(ctx, merchant, { references: [reference], deadlineMs: leftMs() }))),
  );
}

function toGatewayHits({ merchant, results }: MerchantSearch): Hit[] {
  return results.flatMap((result) => {
    if (result.verdict !== "found") return [];
    const { reference } = result;
    const href = transactionHref(merchant, { id: "", reference });
    const summary = "Found at the gateway";
    return [
      {
        kind: "transaction",
        merchant: merchant.slug,
        reference,
        href,
        matched: "reference",
        exact: true,
        occurredAt: null,
        summary,
      },
    ];
  });
}
