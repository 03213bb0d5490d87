import { readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { type TypeMeaning, typeMeaning } from "#lib/core/code-meanings.ts";
import { type Language, languageCodes, languageTag } from "#lib/core/languages.ts";
import { type PromiseLimit, promiseLimits } from "#lib/core/promise-limits.ts";
import { type CallerTexts, toCallerSentence } from "#lib/core/record-sentence.ts";
import { type RecordStateName, type RecordValues, recordStates } from "#lib/core/record-state.ts";
import { readLanguage } from "./support/catalogue.ts";

const names = Object.keys(recordStates) as RecordStateName[];
const full: RecordValues = {
  ...{ amount: { amountMinor: 726, currency: "EUR" }, other: { amountMinor: 1452, currency: "EUR" }, card: "Visa ••0327" },
  also: { amountMinor: 300, currency: "EUR" },
  ...{ delayMs: 65_000, at: "2026-11-22T14:23:46.000Z", by: "ann@desk.example", reason: "not_ok" },
};
const unknown: RecordValues = {
  amount: null,
  other: null,
  also: null,
  card: null,
  delayMs: null,
  at: null,
  by: null,
  reason: null,
};

const readCaller = (code: Language) =>
  JSON.parse(readFileSync(new URL(`./caller/${code}.json`, import.meta.url), "utf8")) as Record<string, object>;
const toTexts = (code: Language) =>
  createTranslator({
    ...{ locale: languageTag(code), messages: readCaller(code) },
    onError: (error) => expect.fail(error.message),
  }) as unknown as CallerTexts & ((key: string) => string);
const keysOf = (words: object, path = ""): string[] =>
  Object.entries(words).flatMap(([key, value]) =>
    typeof value === "string" ? [path + key] : keysOf(value as object, `${path}${key}.`),
  );

test.each(languageCodes)("%s has a sentence for every state, and says what English says", (code) => {
  expect(Object.keys(readCaller(code).sentence ?? {}).sort()).toEqual([...names].sort());
  expect(keysOf(readCaller(code))).toEqual(keysOf(readCaller("en")));
});

test.each(languageCodes)("every sentence in %s is whole, whatever is known, and has at most 40 words", (code) => {
  const t = toTexts(code);
  const explained = ["signature", "sid", "method", "layout", "not_verified", "several"].map((reason) => ({ ...full, reason }));
  for (const values of [full, unknown, { ...full, card: "••0327" }, { ...full, card: "Visa" }, ...explained]) {
    for (const name of names) {
      const sentence = toCallerSentence(t, { name, values }, { locale: languageTag(code), zone: "UTC" });
      expect(sentence).toMatch(/^[\p{Lu}\d].{10,}[^.\s]\.$/u);
      expect(sentence).not.toMatch(/[{}]|undefined|\bnull\b|\bnone\b| {2}|••/u);
      expect(sentence.split(/\s+/u).length, sentence).toBeLessThanOrEqual(40);
    }
  }
});

test.each(languageCodes)("no sentence in %s names a member of staff", (code) => {
  for (const name of names) {
    const sentence = toCallerSentence(toTexts(code), { name, values: full }, { locale: languageTag(code), zone: "UTC" });
    expect(sentence).not.toContain("ann@");
  }
});

test.each(languageCodes)("what nobody may promise is said in %s for every state that is not settled", (code) => {
  const t = toTexts(code);
  const limits = [...new Set(Object.values(promiseLimits))].filter((limit): limit is PromiseLimit => limit !== null);
  expect(Object.keys(readCaller(code).promise ?? {}).sort()).toEqual(limits.sort());
  for (const limit of limits) expect(t(`promise.${limit}`)).toMatch(/^\p{Lu}.{20,}\.$/u);
});

test("nothing is promised while a record is unknown, contested or being checked", () => {
  const open = ["unknown", "refund_unknown", "needs_review", "conflict", "checking", "gateway_away", "amount_mismatch"] as const;
  for (const name of [...open, "not_found", "not_verified", "rejected"] as const) expect(promiseLimits[name]).not.toBeNull();
  for (const name of ["paid", "successful", "refunded", "declined"] as const) expect(promiseLimits[name]).toBeNull();
});

// Wrong: "It can be refunded again" beside "do not refund again".
test("of a refund marked as not processed nothing is promised, and a second one is not forbidden", () => {
  expect(promiseLimits.refund_not_processed).toBe("not_processed");
  expect(promiseLimits.refund_reversed).toBe("refund");
});

/** Who was told of a payment, or who failed to confirm it, is not known: the shop's system, this dashboard, or nobody. */
const shopWords = /shop|boutique|negozio|tienda|магазин/iu;

test.each(languageCodes)("the page for the customer says in %s nothing of what the shop knows of a payment", (code) => {
  expect(readLanguage(code).get("returning.paid.text")).not.toMatch(shopWords);
});

test.each(languageCodes)("of a payment that was not confirmed to the gateway %s does not say whose failure it was", (code) => {
  for (const name of ["unanswered", "reversed"] as const) {
    const sentence = toCallerSentence(toTexts(code), { name, values: full }, { locale: languageTag(code), zone: "UTC" });
    expect(sentence).not.toMatch(shopWords);
  }
});

/** The type wants every meaning that a type of transaction can have. */
const meanings: Record<TypeMeaning, readonly [type: string | null, sign: string]> = {
  ...{ online: ["009", "credit"], terminal: ["501", "credit"], phone: ["016", "credit"], refund: ["011", "debit"] },
  ...{ held: ["015", "credit"], reversal: ["036", "debit"], reversal_held: ["037", "debit"], fee: ["001", "debit"] },
  ...{ reversal_released: ["038", "credit"], chargeback: ["042", "debit"], payout: ["003", "debit"], cash: ["002", "debit"] },
  ...{ transfer: ["010", "debit"], funding: ["006", "credit"], spending: ["026", "debit"], other: [null, "debit"] },
};

test("the type of a transaction has a meaning for the caller, in every language", () => {
  for (const [meaning, [type, sign]] of Object.entries(meanings)) expect(typeMeaning({ type, sign })).toBe(meaning);
  expect(typeMeaning({ type: "777", sign: "credit" })).toBe("other");
  for (const code of languageCodes) {
    const { type = {} } = readCaller(code).codes as Record<string, object>;
    expect(Object.keys(type).sort()).toEqual(Object.keys(meanings).sort());
  }
});
