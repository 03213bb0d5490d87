import type { NotSearched } from "#lib/contract/common.ts";
import type { LookupRow } from "#lib/contract/lookup.ts";
import { type ErrorCode, errorText, messageOf } from "#lib/core/errors.ts";
import { detailsOf } from "#lib/core/text.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { LookupResult } from "#lib/gateway/records.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { transactionHref, uniqueBy } from "../search/to-hits.ts";
import { toGatewayDetail } from "../transactions/gateway-detail.ts";
import { mainRow } from "../transactions/main-row.ts";
import { toTransaction } from "../transactions/to-transaction.ts";
import type { KnownHere, KnownReference } from "./known-here.ts";
import { askedMax } from "./merchants-to-ask.ts";
import type { MerchantSearch } from "./search-merchant.ts";
import { referenceKey } from "./unique-references.ts";

/** Payments named of a number that several have. */
const paymentsMax = 5;

type Known = {
  environment: string;
  vault: Vault;
  searches: readonly MerchantSearch[];
  rows: readonly TransactionRow[];
  here: KnownHere;
  /** Merchants that were queried or have rows, by id. */
  merchants: ReadonlyMap<string, MerchantRow>;
  /** Whether every merchant was queried for unknown references. */
  asksAll: boolean;
};

/** One result for each reference, from the gateways and the database. */
export function toLookupRows(references: readonly string[], known: Known): LookupRow[] {
  const bySlug = new Map([...known.merchants.values()].map((merchant) => [merchant.slug, merchant]));
  const stored = Map.groupBy(known.rows, ({ reference }) => referenceKey(reference ?? ""));
  const answers = mergeResults(known.searches);
  const whyNone = known.searches.every((search) => search.problem) ? known.searches[0]?.problem?.code : undefined;
  const otherwise = whyNone ?? (known.asksAll ? undefined : "not_checked");
  return references.map((reference) => {
    const key = referenceKey(reference);
    const [here] = known.here.known.get(reference) ?? [];
    const rows = stored.get(key) ?? [];
    const answer = answers.get(key);
    const mentions = known.here.mentions.get(reference);
    const several = listPayments(reference, { rows, found: answer?.found ?? [], bySlug, known });
    if (several) return { ...several, ...(mentions === undefined ? {} : { mentions }) };
    const row = mainRow(rows) ?? (here?.matched === "reference" ? here.row : undefined);
    const found = toRow(reference, {
      answer,
      stored: row ? { row, slug: known.merchants.get(row.merchantId)?.slug ?? "" } : undefined,
      here,
      whyNone: otherwise,
      vault: known.vault,
    });
    const merchant = bySlug.get(found.merchant ?? "");
    const href = merchant && transactionHref(merchant, { id: "", reference: found.transaction?.row?.reference ?? reference });
    return {
      ...(href === undefined ? {} : { href, matched: "reference" }),
      ...found,
      ...(mentions === undefined ? {} : { mentions }),
    };
  });
}

type Holders = {
  rows: readonly TransactionRow[];
  found: readonly string[];
  bySlug: ReadonlyMap<string, MerchantRow>;
  known: Known;
};

/** The row of a number that more than one payment has, as far as stored rows and the merchants whose gateways found it show. */
function listPayments(reference: string, { rows, found, bySlug, known }: Holders): LookupRow | undefined {
  const atMerchant = (merchant: MerchantRow | undefined, own: string) =>
    merchant ? [{ merchant: merchant.slug, href: transactionHref(merchant, { id: "", reference: own }) }] : [];
  const here = (known.here.known.get(reference) ?? []).map(({ merchant, href }) => ({ merchant: merchant.slug, href }));
  const booked = rows.flatMap((row) => atMerchant(known.merchants.get(row.merchantId), row.reference ?? ""));
  const stored = uniqueBy([...booked, ...here], ({ href }) => href);
  const others = found.filter((slug) => stored.every(({ merchant }) => merchant !== slug));
  const payments = [...stored, ...others.flatMap((slug) => atMerchant(bySlug.get(slug), reference))];
  const [first] = payments;
  if (!first || payments.length === 1) return undefined;
  return {
    ...{ reference, verdict: "found", href: `/${known.environment}/find?q=${encodeURIComponent(reference)}` },
    ...(payments.every(({ merchant }) => merchant === first.merchant) ? { merchant: first.merchant } : {}),
    several: {
      payments: payments.slice(0, paymentsMax),
      isCut: payments.length > paymentsMax || known.here.cut.has(reference),
    },
  };
}

/** Merchants that could not be queried, with the reason. */
export function toNotSearched(searches: readonly MerchantSearch[]): NotSearched[] {
  return searches.flatMap(({ merchant, problem }) =>
    problem ? [{ merchant: merchant.slug, reason: problem.message, details: detailsOf(messageOf(problem)) }] : [],
  );
}

/** The best result for a reference, the merchants whose gateways found it, and those whose gateways could not respond. */
type MerchantResult = { slug: string; result: LookupResult; found: string[]; failed: string[] };

function mergeResults(searches: readonly MerchantSearch[]): Map<string, MerchantResult> {
  const answers = new Map<string, MerchantResult>();
  for (const { merchant, results } of searches) {
    for (const result of results) {
      const key = referenceKey(result.reference);
      const before = answers.get(key);
      const found = [...(before?.found ?? []), ...(result.verdict === "found" ? [merchant.slug] : [])];
      const failed = [...(before?.failed ?? []), ...(result.verdict === "error" ? [merchant.slug] : [])];
      const best = !before || isBetter(result, before.result) ? { slug: merchant.slug, result } : before;
      answers.set(key, { ...best, found, failed });
    }
  }
  return answers;
}

type Evidence = {
  answer: MerchantResult | undefined;
  stored: { slug: string; row: TransactionRow } | undefined;
  here: KnownReference | undefined;
  whyNone: ErrorCode | undefined;
  vault: Vault;
};

function toRow(reference: string, { answer, stored, here, whyNone, vault }: Evidence): LookupRow {
  const result = answer?.result;
  if (answer && result?.verdict === "found") {
    const row = stored && stored.slug === answer.slug ? toTransaction(vault, stored.row, stored.slug) : null;
    return { reference, verdict: "found", merchant: answer.slug, transaction: { ...toGatewayDetail(result.detail), row } };
  }
  if (stored) {
    const row = toTransaction(vault, stored.row, stored.slug);
    return { reference, verdict: "found", merchant: stored.slug, transaction: { general: {}, details: [], row } };
  }
  if (here) {
    const { merchant, matched, href, row } = here;
    const transaction = row && { general: {}, details: [], row: toTransaction(vault, row, merchant.slug) };
    return { reference, verdict: "found", merchant: merchant.slug, href, matched, ...(transaction ? { transaction } : {}) };
  }
  const code = result?.verdict === "error" ? result.error : whyNone;
  if (code) {
    const merchants = answer?.failed.length ? { merchants: answer.failed.slice(0, askedMax) } : {};
    return { reference, verdict: "error", error: { code, message: errorText(code), ...merchants } };
  }
  return { reference, verdict: "missing" };
}

const weight = { found: 2, error: 1, missing: 0 } as const;

function isBetter(one: LookupResult, other: LookupResult): boolean {
  return weight[one.verdict] > weight[other.verdict];
}
