import pLimit from "p-limit";
import type { NotSearched } from "#lib/contract/common.ts";
import { type FindStep, findOperations, findStepSchema, type Hit } from "#lib/contract/find.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import { isMention } from "#lib/core/verification.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findMerchantRow, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import { serviceText } from "#lib/services/texts.ts";
import { toNotSearched } from "../bulk-lookup/lookup-rows.ts";
import { askedMax, describeNotAsked, findFewMerchants, toNotAsked } from "../bulk-lookup/merchants-to-ask.ts";
import { type MerchantSearch, searchMerchant } from "../bulk-lookup/search-merchant.ts";
import { requireRole, type ServiceContext, visibleScope } from "../context.ts";
import { parseCardAndAmount } from "./card-and-amount.ts";
import { toFindQuery } from "./parse-query.ts";
import { searchHere } from "./search-here.ts";
import { summarise, transactionHref } from "./to-hits.ts";

const hitsMax = 50;
const deadlineMs = 8_000;
const merchantsAtOnce = 8;

type Question = { environment: Environment; input: unknown };

/**
 * Searches any identifier over all merchants this account may see: stored matches, exact ones first, then by prefix, never by
 * substring. Without a match, a possible payment reference is also looked up at the gateways of few merchants, with a step
 * when each starts and ends; not of many. Closing the stream aborts the calls.
 */
export async function* findSteps(ctx: ServiceContext, { environment, input }: Question): AsyncGenerator<FindStep> {
  requireRole(ctx, findOperations.findInSteps);
  const { q } = parseInput(findOperations.findInSteps.query, input);
  const scope = await visibleScope(ctx, environment);
  const hits = await searchHere(ctx, scope, { texts: [q], limit: hitsMax, readsLedger: true });
  const { asked, ...others } = mayLeave(q) ? await findGatewayTargets(ctx, scope, { hits, q }) : nobody;
  yield findStepSchema.parse({ step: "here", hits, toAsk: asked.map(({ slug }) => slug), ...others });
  const all = [...hits];
  for await (const step of asked.length > 0 ? queryGateways(ctx, asked, { reference: q, here: hits }) : []) {
    if (step.step === "asked") all.push(...step.hits);
    yield findStepSchema.parse(step);
  }
  const note = trnrefNote(q, { hits: all, wasAsked: asked.length > 0 });
  yield note === null ? { step: "end", note } : { step: "end", note: note.message, noteDetails: detailsOf(note) };
}

/** Card digits with an amount are only searched in the database. */
function mayLeave(q: string): boolean {
  return toFindQuery(q).mayBeReference && parseCardAndAmount(q).length === 0;
}

type GatewayTargets = { asked: readonly MerchantRow[]; notSearched: readonly NotSearched[]; notSearchedCount: number };

const nobody: GatewayTargets = { asked: [], notSearched: [], notSearchedCount: 0 };

/**
 * All of few merchants when there is no verified match, or only a prefix match of a possible IPC_Trnref; the merchant of a
 * notification whose transaction has not been read yet; else none.
 */
async function findGatewayTargets(
  { db }: ServiceContext,
  scope: MerchantScope,
  { hits: here, q }: { hits: readonly Hit[]; q: string },
): Promise<GatewayTargets> {
  const hits = here.filter((hit) => !isMention(hit));
  if (hits.length === 0 || (mayBeTrnref(q) && !hits.some(({ exact }) => exact))) {
    const few = await findFewMerchants(db, scope);
    if (few) return toTargets(few);
    return { asked: [], ...(await describeNotAsked(db, scope, [])) };
  }
  const withTransaction = new Set(hits.filter((hit) => hit.kind === "transaction").map((hit) => hit.merchant));
  const lacking = hits.filter((hit) => hit.exact && hit.matched === "trnref" && !withTransaction.has(hit.merchant));
  const slugs = [...new Set(lacking.map(({ merchant }) => merchant))].slice(0, askedMax);
  const merchants = await Promise.all(slugs.map((slug) => findMerchantRow(db, scope.environment, slug)));
  return { ...nobody, asked: merchants.flatMap((merchant) => (merchant?.archivedAt === null ? [merchant] : [])) };
}

function toTargets(few: readonly MerchantRow[]): GatewayTargets {
  const notSearched = few.filter(({ archivedAt }) => archivedAt !== null).map(toNotAsked);
  return { asked: few.filter(({ archivedAt }) => archivedAt === null), notSearched, notSearchedCount: notSearched.length };
}

type Asked = { reference: string; here: readonly Hit[] };

/** Steps of all merchants as they arrive, several concurrently. */
function queryGateways(
  ctx: ServiceContext,
  merchants: readonly MerchantRow[],
  { reference, here }: Asked,
): ReadableStream<FindStep> {
  const stop = new AbortController();
  const until = ctx.clock.monotonic() + deadlineMs;
  return new ReadableStream<FindStep>({
    async start(controller) {
      const limit = pLimit(merchantsAtOnce);
      const ask = async (merchant: MerchantRow) => {
        if (stop.signal.aborted) return;
        controller.enqueue({ step: "asking", merchant: merchant.slug });
        const left = { deadlineMs: until - ctx.clock.monotonic(), signal: stop.signal };
        const search = await searchMerchant(ctx, merchant, { references: [reference], ...left });
        if (!stop.signal.aborted) controller.enqueue(toEndStep(search, here));
      };
      const work = Promise.all(merchants.map((merchant) => limit(() => ask(merchant))));
      void work.then(
        () => stop.signal.aborted || controller.close(),
        (cause: unknown) => controller.error(cause),
      );
    },
    cancel: () => stop.abort(),
  });
}

function toEndStep(search: MerchantSearch, here: readonly Hit[]): FindStep {
  const [trouble] = toNotSearched([search]);
  const problem = { problem: trouble?.reason ?? null, problemDetails: trouble?.details };
  return { step: "asked", merchant: search.merchant.slug, hits: toGatewayHits(search, here), ...problem };
}

/** A transaction that a verified notification names belongs to that notification's payment. */
function toGatewayHits({ merchant, results }: MerchantSearch, here: readonly Hit[]): Hit[] {
  return results.flatMap((result) => {
    if (result.verdict !== "found") return [];
    const { reference } = result;
    const href = transactionHref(merchant, { id: "", reference });
    const isNotified = (hit: Hit) =>
      !isMention(hit) && hit.merchant === merchant.slug && hit.matched === "trnref" && hit.reference === reference;
    return [
      {
        kind: "transaction",
        merchant: merchant.slug,
        reference,
        href,
        payment: here.find(isNotified)?.payment ?? href,
        matched: "reference",
        exact: true,
        occurredAt: null,
        ...summarise(null, serviceText("found_at_gateway")),
      },
    ];
  });
}

/** Whether a text may be an IPC_Trnref: the gateway uses numbers. */
function mayBeTrnref(text: string): boolean {
  return /^\d{6,12}$/.test(text.trim());
}

/** The note for an IPC_Trnref when only the gateways could be queried; null when there is nothing to add. */
function trnrefNote(text: string, { hits, wasAsked }: { hits: readonly Hit[]; wasAsked: boolean }): Message | null {
  const named = hits.filter(({ exact, matched }) => exact && (matched === "trnref" || matched === "reference"));
  if (!mayBeTrnref(text) || !wasAsked || named.some((hit) => !isMention(hit))) return null;
  return serviceText(named.length > 0 ? "trnref_only_mentioned" : "trnref_not_received");
}
