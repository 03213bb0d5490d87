import { afterAll, beforeAll, expect, test } from "vitest";
import type { FindStep } from "#lib/contract/find.ts";
import type { MerchantGateway } from "#lib/gateway/types.ts";
import { createSandboxFixture, type SandboxFixture } from "#lib/ledger-sync/testing/sandbox-fixture.ts";
import { environment } from "#lib/ledger-sync/testing/test-fixture.ts";
import { partialGateways } from "../testing/partial-gateways.ts";
import { listMerchantTransactions } from "../transactions/list-transactions.ts";
import { findSteps } from "./find-steps.ts";

const noneLeftOut = { notSearched: [], notSearchedCount: 0 };

const slugs = ["corner-cafe", "refused", "taxi-athina", "zum-anker"];

let fixture: SandboxFixture;
let reference: string;
beforeAll(async () => {
  fixture = await createSandboxFixture({ transactions: 300, slugs });
  const gateway = await fixture.ctx().gateways.forMerchant(await fixture.merchant("zum-anker"));
  const range = { from: "2010-01-01", to: new Date().toISOString().slice(0, 10) };
  const { rows } = await gateway.readTransactions({ ...range, order: "asc", page: 1 });
  reference = rows.find((row) => row.reference !== null)?.reference ?? "";
});
afterAll(() => fixture.drop());

async function stepsOf(q: string): Promise<FindStep[]> {
  return Array.fromAsync(findSteps(fixture.ctx(), { environment, input: { q } }));
}

test("unknown identifiers are looked up at each merchant's gateway, with start, end and reasons for failures", async () => {
  const [here, ...rest] = await stepsOf(reference);
  expect(here).toEqual({ step: "here", hits: [], toAsk: expect.arrayContaining(slugs), ...noneLeftOut });
  expect(rest.at(-1)).toEqual({ step: "end", note: null });
  for (const slug of slugs) {
    const own = rest.filter((step) => "merchant" in step && step.merchant === slug);
    expect(own.map(({ step }) => step)).toEqual(["asking", "asked"]);
  }
  const asked = rest.flatMap((step) => (step.step === "asked" ? [step] : []));
  expect(asked.filter(({ problem }) => problem !== null)).toEqual([
    {
      ...{ step: "asked", merchant: "refused", hits: [] },
      ...{ problem: expect.stringContaining("rejected"), problemDetails: { reason: "merchant_refused" } },
    },
  ]);
  expect(asked.flatMap(({ hits }) => hits)).toEqual([expect.objectContaining({ merchant: "zum-anker", reference, exact: true })]);
});

test("a text that cannot be a payment reference queries no gateway", async () => {
  expect(await stepsOf("4242")).toEqual([
    { step: "here", hits: [], toAsk: [], ...noneLeftOut },
    { step: "end", note: null },
  ]);
});

test("closing the stream aborts the calls in progress", async () => {
  const ended: Promise<void>[] = [];
  const lookupReferences: MerchantGateway["lookupReferences"] = (_, { signal } = {}) => {
    const ending = new Promise<void>((resolve) => signal?.addEventListener("abort", () => resolve()));
    ended.push(ending);
    return ending.then(() => []);
  };
  const ctx = fixture.ctx();
  const gateways = partialGateways({ forMerchant: () => ({ lookupReferences }) });
  let asking = 0;
  for await (const { step } of findSteps({ ...ctx, gateways }, { environment, input: { q: "NOSUCHREFERENCE1" } })) {
    if (step === "asking") asking += 1;
    if (asking === slugs.length) break;
  }
  expect(ended).toHaveLength(slugs.length);
  await Promise.all(ended);
});

test("a stored match opens without a gateway", async () => {
  await listMerchantTransactions(fixture.ctx(), { environment, merchant: "zum-anker", input: { limit: "1" } });
  expect(await stepsOf(reference)).toEqual([
    { step: "here", hits: [expect.objectContaining({ reference, exact: true })], toAsk: [], ...noneLeftOut },
    { step: "end", note: null },
  ]);
});
