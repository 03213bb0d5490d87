import { readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { languageCodes, languageTag } from "#lib/core/languages.ts";
import { type StateTexts, toStateSentence } from "#lib/core/record-sentence.ts";
import { type RecordStateName, type RecordValues, recordStates } from "#lib/core/record-state.ts";

const names = Object.keys(recordStates) as RecordStateName[];
const full: RecordValues = {
  ...{ amount: { amountMinor: 726, currency: "EUR" }, other: { amountMinor: 1452, currency: "EUR" }, card: "Visa ••0327" },
  also: { amountMinor: 300, currency: "EUR" },
  ...{ delayMs: 65_000, at: "2026-11-22T14:23:46.000Z", by: "Ann", reason: "not_ok" },
};
const unknown: RecordValues = {
  amount: null,
  other: null,
  also: null,
  card: null,
  delayMs: null,
  at: full.at,
  by: null,
  reason: null,
};
/** Of a record whose time cannot be read. */
const undated: RecordValues = { ...unknown, at: null };

function sentencesOf(code: (typeof languageCodes)[number], values: RecordValues): string[] {
  const states = JSON.parse(readFileSync(new URL(`./${code}/states.json`, import.meta.url), "utf8"));
  expect(Object.keys(states.status).sort()).toEqual([...names].sort());
  const locale = languageTag(code);
  const t = createTranslator({ locale, messages: states, onError: (error) => expect.fail(error.message) }) as StateTexts;
  return names.map((name) => toStateSentence(t, { name, values }, { locale, zone: "UTC" }));
}

test.each(languageCodes)("every state has a sentence of at most 40 words in %s, whatever is known", (code) => {
  const reasons = ["not_verified", "rejected", "signature", "changed", "unsigned", "several"];
  const explained = reasons.map((reason) => ({ ...full, reason }));
  for (const sentence of [full, unknown, ...explained].flatMap((values) => sentencesOf(code, values))) {
    expect(sentence).toMatch(/^[\p{Lu}\d].{15,}\.$/u);
    expect(sentence).not.toMatch(/[{}]|undefined|\bnull\b|\bnone\b/u);
    expect(sentence.split(/\s+/u).length, sentence).toBeLessThanOrEqual(40);
  }
  for (const sentence of sentencesOf(code, undated)) expect(sentence).toMatch(/^[^{}]{15,}\.$/u);
  expect(sentencesOf(code, undated).join(" ")).not.toMatch(/undefined|\bn(?:ull|one)\b/u);
});

test("no English sentence says that there is no notification, which nobody here can know", () => {
  const sentences = [full, unknown].flatMap((values) => sentencesOf("en", values));
  for (const sentence of sentences)
    expect(sentence).not.toMatch(/\bno notification\b|never notified|not notified us|HTTP|\b[45]\d\d\b/u);
});

test("an English sentence says what is known, and leaves out what is not", () => {
  const say = (name: RecordStateName, values: RecordValues) => sentencesOf("en", values)[names.indexOf(name)];
  expect(say("paid", full)).toBe("Paid by Visa ••0327. The gateway notified us 1 minute later and we confirmed it.");
  expect(say("paid", unknown)).toBe("Paid. The gateway notified us and we confirmed it.");
  expect(say("reversed", full)).toBe(
    "Paid by Visa ••0327, then reversed because its notification was not answered with OK. The customer got 7.26 EUR back.",
  );
  expect(say("reversed", { ...full, reason: "not_verified" })).toBe(
    "Paid by Visa ••0327, then reversed. The customer got 7.26 EUR back. We could not verify a notification that names this payment: no usable certificate was installed.",
  );
  expect(say("reversed", unknown)).toBe("Paid, then reversed. The customer got the money back.");
  expect(say("booked", undated)).toBe("Paid. The gateway recorded it.");
  expect(say("refunded", full)).toBe("Paid by Visa ••0327. 7.26 EUR was refunded on 22 Nov 2026 by Ann.");
});
