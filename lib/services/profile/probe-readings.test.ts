// @module-tag long: reads whole ledgers through a gateway of its own.

import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { type Answers, questionNames } from "#lib/core/profile-questions.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { defaultSandboxSettings, type SandboxSettings, sandboxReadings } from "#lib/sandbox/settings.ts";

const slug = "zum-anker";
const callsMax = 60;
let fixture: SandboxFixture;
let few: SandboxFixture;
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 4_000, slugs: [slug] });
  few = await createSandboxFixture({ transactions: 12, slugs: ["corner-cafe", "empty"] });
});
afterAll(async () => {
  await fixture.drop();
  await few.drop();
});

type Reading = keyof typeof sandboxReadings;

/** The expected probe results for a gateway with these settings. */
function expected(settings: SandboxSettings): Answers {
  const hasDays = !settings.demandTimes;
  return {
    date_form: hasDays ? "days" : "instants",
    ...(hasDays ? { last_day: settings.toDate === "midnight" ? "midnight" : "whole" } : {}),
    future_dates: settings.refuseFutureDates ? "refused" : "accepted",
    dates: settings.requireDates ? "required" : "optional",
    account_number: settings.requireAccount ? "required" : "optional",
    page_size_name: settings.pageSizeName,
    page_size_max: settings.pageSizeMax,
    page_number: settings.ignorePage ? "ignored" : "honoured",
    paging_facts: settings.pagingFacts ? "announced" : "absent",
    debit_sign: settings.negativeDebits ? "negative" : "positive",
    list_name: settings.listName,
    detail_shape: settings.detailShape,
    unknown_reference: settings.unknownReference === "bad_request" ? "refused" : "not_found",
    multiple_max: Math.min(settings.multipleMax, 50),
    multiple_unknown: settings.unknownInMultiple === "not_found" ? "refused" : "left_out",
    multiple_references: { as_asked: "as_asked", lower_case: "other_case", none: "none" }[settings.referencesInMultiple],
    accounts: settings.refuseAccounts ? "refused" : "readable",
    terminals: settings.refuseTerminals ? "refused" : "readable",
    payments: settings.refusePayments ? "refused" : "readable",
  };
}

async function probeUnder(names: readonly Reading[], { of, slug: as } = { of: fixture, slug }) {
  const settings: SandboxSettings = Object.assign({ ...defaultSandboxSettings }, ...names.map((name) => sandboxReadings[name]));
  await of.gateway.control({ method: "POST", name: "settings", body: settings });
  await of.control("reset-stats", {});
  const gateway = await of.ctx().gateways.forMerchant(await of.merchant(as));
  const { found, calls, problem } = await gateway.probe();
  const { calls: counted } = (await of.control("stats")) as { calls: Record<string, number> };
  const heard = Object.entries(counted).filter(([name]) => !name.includes(":") && name !== "token" && name !== "session");
  return { settings, found, calls, problem, heard: heard.reduce((sum, [, count]) => sum + count, 0) };
}

/** Answers inferred from a few rows must be right, or stay open. */
describe("a merchant with few rows causes no wrong answer, where the gateway reads", () => {
  test.each(
    ["corner-cafe", "empty"].flatMap((of) => Object.keys(sandboxReadings).map((name) => ({ of, name: name as Reading }))),
  )("$name, as $of", async ({ of, name }) => {
    const { settings, found, problem } = await probeUnder([name], { of: few, slug: of });
    const answers = Object.fromEntries(found.map(({ question, answer }) => [question, answer]));
    const expectedAnswers = expected(settings);
    expect(problem).toBeUndefined();
    for (const [question, answer] of Object.entries(answers)) {
      if (question === "multiple_max") expect(answer).toBeLessThanOrEqual(Math.min(settings.multipleMax, 50));
      else expect({ [question]: answer }).toEqual({ [question]: expectedAnswers[question as keyof typeof expectedAnswers] });
    }
  });
});

const names = Object.keys(sandboxReadings) as Reading[];
const pairs = names.flatMap((one, at) => names.slice(at + 1).map((other) => [one, other] as const));
/** Enough of the pairs that each setting occurs in some; the rest is the same code. */
const combinations: (readonly Reading[])[] = [
  [],
  ...names.map((name) => [name]),
  ...pairs.filter((_, at) => at % 11 === 0),
  ["date-times-only", "account-demanded", "dates-demanded", "size-is-page_size", "unknown-parameters-refused"],
  ["page-size-cap", "other-names", "multiple-of-20", "multiple-404", "no-minus-on-debits", "terminals-refused"],
];

describe("the probe finds by itself, with at most 60 calls and no failed sign-in, that the gateway reads", () => {
  test.each(combinations.map((item) => ({ title: item.join(" and ") || "as its documents say", readings: item })))(
    "$title",
    async ({ readings }) => {
      const { settings, found, calls, problem, heard } = await probeUnder(readings);
      const expectedAnswers = expected(settings);
      // An account is required and none can be listed: the list cannot be queried.
      const isShut = settings.requireAccount && settings.refuseAccounts;
      const answers = Object.fromEntries(found.map(({ question, answer }) => [question, answer]));
      expect(problem).toBeUndefined();
      if (isShut) expect(answers).toMatchObject({ account_number: "required", accounts: "refused" });
      else expect(answers).toEqual(expectedAnswers);
      expect(calls).toBeLessThanOrEqual(callsMax);
      expect(heard).toBe(calls);
      expect(found.every(({ question }) => questionNames.includes(question))).toBe(true);
    },
  );
});

test("no sign-in failed, and no evidence contains a value of a merchant", async () => {
  const { found } = await probeUnder([]);
  const text = JSON.stringify(found);
  const { merchants } = fixture.sandbox;
  const own = merchants.find((merchant) => merchant.slug === slug);
  for (const value of [...(own?.accounts ?? []).map((item) => item.accountNumber), own?.sid ?? "", "POSA"])
    expect(text).not.toContain(value);
  const { failures, failuresMax } = (await fixture.control("stats")) as { failures: object; failuresMax: object };
  expect({ failures, failuresMax }).toEqual({ failures: {}, failuresMax: {} });
});
