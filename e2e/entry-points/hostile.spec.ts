import { createHash } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { Case } from "./cases.ts";
import { type EntryPoints, openEntryPoints } from "./entry-points.ts";
import { forgedCases } from "./forged-cases.ts";
import { genuineCases, payment, signed } from "./genuine-cases.ts";
import { orderForgedCases, orderGenuineCases } from "./order-cases.ts";
import { refusedCases } from "./refused-cases.ts";
import { send } from "./send.ts";

// Asserts the responses to notifications: never retried.
test.describe.configure({ retries: 0 });

let entryPoints: EntryPoints;
test.beforeAll(async () => {
  entryPoints = await openEntryPoints();
});
test.afterAll(() => entryPoints?.close());

async function expectEverywhere({ name: _name, isOtherOrder, status, answer, rows = [], ...sending }: Case): Promise<void> {
  const results = await Promise.all(
    entryPoints.all.map(async ({ port, ...entryPoint }) => {
      const endpointId = isOtherOrder ? entryPoint.otherOrderId : entryPoint.endpointId;
      const before = await entryPoints.rowsOf(endpointId);
      const { headers, ...heard } = await send(port, endpointId, sending);
      const added = (await entryPoints.rowsOf(endpointId)).slice(before.length);
      return { heard, headers, added };
    }),
  );
  const [first] = results;
  for (const { heard, headers, added } of results) {
    expect(heard).toEqual({ status, body: answer });
    expect(headers).toEqual(first?.headers);
    expect(added.map(({ verdict, reasons }) => ({ verdict, reasons }))).toEqual(rows);
    const hash = createHash("sha256")
      .update(sending.body ?? "")
      .digest();
    expect(added.every(({ sha256 }) => sha256.equals(hash))).toBe(true);
    expect(added.flatMap((row) => row.headers).filter(({ name }) => /cookie|authorization/.test(name))).toEqual([]);
  }
}

const rules = new Set<string>();

/** `npm test` sends the first case of each response; `npm run test:all` sends all. */
function tagsOf({ status, answer }: Case): string[] {
  const rule = `${status} ${answer}`;
  if (rules.has(rule)) return [];
  rules.add(rule);
  return ["@job"];
}

for (const [kind, cases] of [
  ["taken", [...genuineCases, ...orderGenuineCases]],
  ["not believed", [...forgedCases, ...orderForgedCases]],
  ["refused", refusedCases],
] as const) {
  for (const hostileCase of cases) {
    test(`${kind} at every entry point alike: ${hostileCase.name}`, { tag: tagsOf(hostileCase) }, () =>
      expectEverywhere(hostileCase),
    );
  }
}

test("a sender that goes away in the middle leaves nothing behind, and hears no OK", async () => {
  for (const { port, endpointId } of entryPoints.all) {
    const before = await entryPoints.rowsOf(endpointId);
    const { body } = await send(port, endpointId, { framing: "broken", body: signed(payment()) });
    expect(body).not.toBe("OK");
    expect(await entryPoints.rowsOf(endpointId)).toHaveLength(before.length);
  }
});

test("what comes twice is one delivery seen twice, and what contradicts another is flagged with it", {
  tag: "@job",
}, async () => {
  const [twice, contradicted] = [payment(), payment()];
  const contradicting = contradicted.map(([name, value]) => [name, name === "Amount" ? "99.00" : value] as const);
  const bodies = [twice, twice, contradicted, contradicting].map(signed);
  for (const { port, endpointId } of entryPoints.all) {
    const before = await entryPoints.rowsOf(endpointId);
    for (const body of bodies) expect(await send(port, endpointId, { body })).toMatchObject({ status: 200, body: "OK" });
    const added = (await entryPoints.rowsOf(endpointId)).slice(before.length);
    expect(added.map(({ seen, conflict }) => [seen, conflict])).toEqual([
      [2, false],
      [1, true],
      [1, true],
    ]);
  }
});
