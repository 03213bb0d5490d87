import type { NotSearched } from "#lib/contract/common.ts";
import type { LookupRow } from "#lib/contract/lookup.ts";
import { type ErrorCode, errorText, messageOf } from "#lib/core/errors.ts";
import { detailsOf } from "#lib/core/text.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { TransactionRow } from "#lib/db/transactions/transactions.ts";
import type { LookupResult } from "#lib/gateway/records.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { transactionHref } from "../search/to-hits.ts";
import { toGatewayDetail } from "../transactions/gateway-detail.ts";
import { toTransaction } from "../transactions/to-transaction.ts";
import type { KnownHere, KnownReference } from "./known-here.ts";
import { askedMax } from "./merchants-to-ask.ts";
import type { MerchantSearch } from "./search-merchant.ts";
import { referenceKey } from "./unique-references.ts";

type Known = {
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
  const stored = firstByKey(known.rows, (row) => row.reference ?? "");
  const answers = mergeResults(known.searches);
  const whyNone = known.searches.every((search) => search.problem) ? known.searches[0]?.problem?.code : undefined;
  const otherwise = whyNone ?? (known.asksAll ? undefined : "not_checked");
  return references.map((reference) => {
    const key = referenceKey(reference);
    const here = known.here.known.get(reference);
    const row = stored.get(key) ?? (here?.matched === "reference" ? here.row : undefined);
    const found = toRow(reference, {
      answer: answers.get(key),
      stored: row ? { row, slug: known.merchants.get(row.merchantId)?.slug ?? "" } : undefined,
      here,
      whyNone: otherwise,
      vault: known.vault,
    });
    const merchant = bySlug.get(found.merchant ?? "");
    const href = merchant && transactionHref(merchant, { id: "", reference: found.transaction?.row?.reference ?? reference });
    const mentions = known.here.mentions.get(reference);
    return {
      ...(href === undefined ? {} : { href, matched: "reference" }),
      ...found,
      ...(mentions === undefined ? {} : { mentions }),
    };
  });
}

/** Merchants that could not be queried, with the reason. */
export function toNotSearched(searches: readonly MerchantSearch[]): NotSearched[] {
  return searches.flatMap(({ merchant, problem }) =>
    problem ? [{ merchant: merchant.slug, reason: problem.message, details: detailsOf(messageOf(problem)) }] : [],
  );
}

/** The best result for a reference, and the merchants whose gateways could not respond. */
type MerchantResult = { slug: string; result: LookupResult; failed: string[] };

function mergeResults(searches: readonly MerchantSearch[]): Map<string, MerchantResult> {
  const answers = new Map<string, MerchantResult>();
  for (const { merchant, results } of searches) {
    for (const result of results) {
      const key = referenceKey(result.reference);
      const before = answers.get(key);
      const failed = [...(before?.failed ?? []), ...(result.verdict === "error" ? [merchant.slug] : [])];
      const best = !before || isBetter(result, before.result) ? { slug: merchant.slug, result } : before;
      answers.set(key, { ...best, failed });
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

function firstByKey(rows: readonly TransactionRow[], referenceOf: (row: TransactionRow) => string): Map<string, TransactionRow> {
  const first = new Map<string, TransactionRow>();
  for (const row of rows) {
    const key = referenceKey(referenceOf(row));
    const before = first.get(key);
    if (!before || isMain(row, before)) first.set(key, row);
  }
  return first;
}

/** A sale and its fee share a reference: the sale represents both. */
function isMain(row: TransactionRow, other: TransactionRow): boolean {
  return Math.abs(row.amountMinor ?? 0) > Math.abs(other.amountMinor ?? 0);
}
