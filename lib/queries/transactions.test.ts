import { expect, test } from "vitest";
import { neverNotifiedQuery } from "./notifications.ts";
import { transactionPageQuery, transactionQuery } from "./transactions.ts";

const scope = { environment: "sandbox", merchant: "corner-cafe" };

/** The pause until the next read of a query whose interval is a function of its state. */
function pauseMs({ refetchInterval }: { refetchInterval?: unknown }, state: object): unknown {
  if (typeof refetchInterval !== "function") throw new Error("It has no fixed interval.");
  return refetchInterval({ state });
}

test.each([
  ["while its row may still come", { rows: [] }, 1, 0, 3_000],
  ["never once its row is there", { rows: [{}] }, 1, 0, false],
  ["no more when a minute of reads found no row", { rows: [] }, 20, 0, false],
  ["no more when the gateway kept failing", { rows: [] }, 1, 19, false],
])("a transaction is read again %s", (_, data, dataUpdateCount, errorUpdateCount, expected) => {
  expect(pauseMs(transactionQuery(scope, { reference: "R1" }), { data, dataUpdateCount, errorUpdateCount })).toBe(expected);
});

const incomplete = { complete: false };
const endless = { complete: false, problem: { code: "ledger_incomplete" }, problems: [{ code: "ledger_incomplete" }] };

const synced = { sync: {}, upToDate: true };

test.each([
  ["while days are to be read", { ...synced, complete: false, lacksHistory: true }, 15_000],
  ["while rows are not up to date", { ...synced, complete: true, upToDate: false }, 15_000],
  ["never once all is read", { ...synced, complete: true }, false],
  ["never where gateways list no more", { ...synced, complete: false, problems: endless.problems }, false],
])("the transactions of many merchants are read again %s", (_, data, expected) => {
  expect(pauseMs(transactionPageQuery({ ...scope, merchant: null }, {}, null), { data })).toBe(expected);
});

test.each([
  ["often while its ledger is read", "corner-cafe", incomplete, 3_000],
  ["seldom for all merchants, which are read in the background", null, incomplete, 15_000],
  ["never once all is read", null, { complete: true }, false],
  ["never where the gateway lists no more", "corner-cafe", endless, false],
])("the list of missing notifications is read again %s", (_, merchant, page, expected) => {
  const query = neverNotifiedQuery({ ...scope, merchant }, {} as never);
  expect(pauseMs(query, { data: { pages: [page] } })).toBe(expected);
});
