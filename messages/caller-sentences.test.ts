import { readFileSync } from "node:fs";
import { createTranslator } from "next-intl";
import { expect, test } from "vitest";
import { type Language, languageTag } from "#lib/core/languages.ts";
import { type CallerTexts, toCallerSentence } from "#lib/core/record-sentence.ts";
import type { RecordState, RecordStateName } from "#lib/core/record-state.ts";
import { doubts } from "./support/caller/doubts.ts";
import type { Cases } from "./support/caller/facts.ts";
import { sales } from "./support/caller/sales.ts";
import { terminals } from "./support/caller/terminals.ts";

/** The type wants at least one record of every state that exists. */
const cases: Record<RecordStateName, Cases> = { ...sales, ...doubts, ...terminals };

const all = Object.entries(cases).flatMap(([name, list]) => list.map(([state, ...said]) => [name, state, ...said] as const));

test("there are at least 60 records", () => {
  expect(all.length).toBeGreaterThanOrEqual(60);
});

test.each(all)("%s: the caller is told what is known of it", (name, state, english, german) => {
  expect(state.name).toBe(name);
  expect([say("en", state), say("de", state)]).toEqual([english, german]);
});

function say(code: Language, state: RecordState): string {
  const messages = JSON.parse(readFileSync(new URL(`./caller/${code}.json`, import.meta.url), "utf8"));
  const locale = languageTag(code);
  const t = createTranslator({ locale, messages, onError: (error) => expect.fail(error.message) }) as CallerTexts;
  return toCallerSentence(t, state, { locale, zone: "UTC" });
}
