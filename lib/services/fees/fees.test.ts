import { text } from "node:stream/consumers";
import { parse } from "csv-parse/sync";
import { afterAll, beforeAll, expect, test } from "vitest";
import type { FeePage } from "#lib/contract/fees.ts";
import { saveLedgerRead } from "#lib/db/ledger-sync/ledger-reads.ts";
import { bareTransaction } from "#lib/db/testing/bare-transaction.ts";
import { readAudit } from "#lib/db/testing/read-audit.ts";
import type { NewTransaction } from "#lib/db/transactions/save-transactions.ts";
import { storeRows } from "#lib/ledger-sync/store-rows.ts";
import { createTestFixture, environment, type TestFixture } from "#lib/ledger-sync/testing/test-fixture.ts";
import { setMerchantGroup } from "../merchants/merchant-groups.ts";
import { exportFees } from "./export-fees.ts";
import { listFees } from "./list-fees.ts";
import { sumFees } from "./sum-fees.ts";

let fixture: TestFixture;
beforeAll(async () => {
  const merchants = ["cafe", "hotel", "big", "odd", "steady"].map((slug) => ({
    slug,
    clientId: `cli_${slug}`,
    clientSecret: "sec_1",
  }));
  const pair = { partnerId: "p", applicationId: "a", clientId: "client_1", clientSecret: "secret_1" };
  fixture = await createTestFixture({ upstream: { baseUrl: "http://127.0.0.1:9", ...pair, merchants } });
  await plant();
});
afterAll(() => fixture.drop());

const march = { from: "2026-03-01", to: "2026-03-31" };
const dayMs = 86_400_000;

type Booked = {
  id: string;
  reference: string | null;
  amountMinor: number;
  type?: string;
  day?: number;
  currency?: string;
  /** As the gateway wrote the time. */
  atText?: string;
};

function toRow({
  id,
  reference,
  amountMinor,
  type = "013",
  day = 0,
  currency = "EUR",
  atText = "2026-03-02T12:00:00",
}: Booked): Omit<NewTransaction, "merchantId"> {
  const at = new Date(Date.parse("2026-03-02T10:00:00Z") + day * dayMs);
  return {
    ...{ ...bareTransaction, environment, id, reference, occurredAt: at, readAt: at, occurredAtText: atText, hasOwnTime: true },
    ...{ day: at.toISOString().slice(0, 10), type, currency, amountMinor, amountText: "" },
    ...{ sign: amountMinor < 0 ? "debit" : "credit", record: { id } },
  };
}

async function store(slug: string, booked: readonly Booked[]): Promise<void> {
  const { db, vault } = fixture.ctx();
  const merchant = await fixture.merchant(slug);
  const rows = booked.map((item) => ({ ...toRow(item), merchantId: merchant.id }));
  await storeRows({ db, vault, merchant }, rows);
}

const sale = (name: string, amountMinor: number, more: Partial<Booked> = {}): Booked => ({
  ...{ id: `S${name}`, reference: `R${name}`, amountMinor },
  ...more,
});
const fee = (name: string, feeMinor: number, more: Partial<Booked> = {}): Booked => ({
  ...{ id: `F${name}`, reference: `R${name}`, amountMinor: -feeMinor, type: "001" },
  ...more,
});

async function plant(): Promise<void> {
  const usual = ["1", "2", "3", "4"].flatMap((name) => [sale(name, 10_000), fee(name, 125)]);
  await store("cafe", [
    ...usual,
    // Four times the usual rate.
    ...[sale("high", 10_000, { day: 1 }), fee("high", 500, { day: 2 })],
    // Tiny: its rate is high, but a fee is at least one cent.
    ...[sale("tiny", 10), fee("tiny", 1)],
    sale("bare", 7_000, { day: 1 }),
    ...[sale("other", 3_000), fee("other", 40, { currency: "USD" })],
    fee("lonely", 90, { day: 3 }),
    { ...fee("monthly", 500, { day: 4 }), reference: null },
    // A refund and its fee are no sale, and that fee belongs to something.
    ...[{ ...sale("back", -2_000), type: "011" }, fee("back", 15)],
    // A fee that was taken back counts against it.
    ...[sale("mild", 10_000), fee("mild", 250), fee("mild", -125, { id: "Fmild2" })],
    // Outside the period: the fee of a sale before it.
    ...[sale("before", 5_000, { day: -5 }), fee("before", 60, { day: 1 })],
    ...[sale("yen", 5_000, { currency: "JPY" }), fee("yen", 63, { currency: "JPY" })],
  ]);
  await store("hotel", [sale("1", 4_000), fee("1", 100)]);
}

const list = (input: object = {}): Promise<FeePage> =>
  listFees(fixture.ctx(), { environment, input: { ...march, limit: "500", ...input } });
const sum = (input: object = {}) => sumFees(fixture.ctx(), { environment, input: { ...march, ...input } });
const ids = ({ items }: FeePage) => items.map(({ id }) => id).toSorted();

test("each sale has its fee, and what is out of order is found", async () => {
  expect(ids(await list({ kind: "without_fee" }))).toEqual(["Sbare"]);
  expect(ids(await list({ kind: "outlier" }))).toEqual(["Shigh"]);
  expect(ids(await list({ kind: "other_currency" }))).toEqual(["Sother"]);
  expect(ids(await list({ kind: "fee_alone" }))).toEqual(["Flonely", "Fmonthly"]);
  const [mild] = (await list({ kind: "rated" })).items.filter(({ id }) => id === "Smild");
  expect(mild).toMatchObject({ merchant: "cafe", saleMinor: 10_000, feeMinor: 125, brand: "unknown", currency: "EUR" });
});

test("sums are exact fractions of the listed rows, by currency, merchant, card brand and day", async () => {
  const { totals, merchants, brands, days } = await sum();
  const eur = { currency: "EUR", rated: 8, ratedMinor: 64_010, feeMinor: 1_226 };
  expect(totals).toMatchObject([
    {
      ...eur,
      withoutFee: { count: 1, amountMinor: 7_000 },
      otherCurrency: 1,
      outliers: 1,
      feesAlone: { count: 2, amountMinor: 590 },
    },
    { currency: "JPY", rated: 1, ratedMinor: 5_000, feeMinor: 63, feesAlone: { count: 0 } },
  ]);
  expect(brands[0]).toMatchObject({ brand: "unknown", ...eur });
  for (const groups of [merchants, days]) {
    const own = groups.filter(({ currency }) => currency === "EUR");
    expect(own.reduce((all, { feeMinor }) => all + feeMinor, 0)).toBe(eur.feeMinor);
    expect(own.reduce((all, { ratedMinor }) => all + ratedMinor, 0)).toBe(eur.ratedMinor);
  }
  const { items } = await list({ currency: "EUR" });
  expect(items.reduce((all, { saleMinor, feeMinor }) => all + (saleMinor === null ? 0 : (feeMinor ?? 0)), 0)).toBe(eur.feeMinor);
});

test("a rate is compared with those around its day, whatever days are asked for", async () => {
  const june = { from: "2026-06-01", to: "2026-06-30", merchant: "steady" };
  const usual = Array.from({ length: 20 }, (_, at) => [sale(`${at}`, 10_000, { day: 91 }), fee(`${at}`, 125, { day: 93 })]);
  await store("steady", [
    ...usual.flat(),
    ...[sale("far", 10_000, { day: 94 }), fee("far", 900, { day: 94 })],
    // In April, when the merchant paid other fees.
    ...usual.flatMap((_, at) => [sale(`old${at}`, 10_000, { day: 44 }), fee(`old${at}`, 900, { day: 44 })]),
  ]);
  const { days } = await sum(june);
  expect(days.map(({ day, outliers }) => [day, outliers])).toEqual([
    ["2026-06-04", 1],
    ["2026-06-01", 0],
  ]);
  for (const { day, outliers } of days) {
    expect((await list({ ...june, from: day, to: day, kind: "outlier" })).items).toHaveLength(outliers);
  }
  expect(ids(await list({ ...june, from: "2026-04-01", kind: "outlier" }))).toEqual(["Sfar"]);
});

test("a group leads to its rows, page by page, within the merchants that somebody may see", async () => {
  expect(ids(await list({ from: "2026-03-03", to: "2026-03-03" }))).toEqual(["Sbare", "Shigh"]);
  const whole = (await list()).items;
  const paged = [];
  for (let cursor: string | null = ""; cursor !== null; ) {
    const page: FeePage = await list({ limit: "3", ...(cursor === "" ? {} : { cursor }) });
    paged.push(...page.items);
    cursor = page.nextCursor;
  }
  expect(paged).toEqual(whole);
  const limited = { ...fixture.ctx(), staff: { ...fixture.ctx().staff, merchants: ["sandbox/hotel"] } };
  expect((await sumFees(limited, { environment, input: march })).totals).toMatchObject([{ rated: 1, feeMinor: 100 }]);
  await expect(list({ from: "2026-01-01" })).resolves.toBeDefined();
  await expect(list({ from: "2025-01-01" })).rejects.toMatchObject({ code: "invalid_input" });
});

test("a time that the gateway wrote unreadably is an estimate, also of a sale in parts and of a fee alone", async () => {
  const atText = "0001-01-01T00:00:00";
  await store("odd", [
    ...[sale("read", 1_000), fee("read", 10, { atText, day: 1 })],
    ...[sale("odd", 1_000, { atText }), fee("odd", 10)],
    ...[sale("parts", 500, { atText }), { ...sale("parts", 500, { day: 1 }), id: "Sa" }, fee("parts", 10)],
    { ...fee("alone", 10, { atText }), reference: null },
  ]);
  const items = (await list({ merchant: "odd" })).items.map(({ id, isTimeEstimated = false }) => [id, isTimeEstimated]);
  expect(items.toSorted()).toEqual([
    ["Falone", true],
    ["Sa", true],
    ["Sodd", true],
    ["Sread", false],
  ]);
  const { body } = await exportFees(fixture.ctx(), { environment, input: { format: "csv", ...march, merchant: "odd" } });
  const rows: Record<string, string>[] = parse(await text(body), { columns: true, bom: true });
  expect(rows.map((row) => row["Time estimated"]).toSorted()).toEqual(["", "yes", "yes", "yes"]);
});

test("a group of merchants has its sales and their sums only", async () => {
  await setMerchantGroup(fixture.ctx(), { environment, input: { merchants: ["hotel"], group: "Rooms" } });
  const { items } = await list({ group: "rooms" });
  expect(items.length).toBeGreaterThan(0);
  expect(new Set(items.map(({ merchant }) => merchant))).toEqual(new Set(["hotel"]));
  expect((await sum({ group: "ROOMS" })).merchants.map(({ merchant }) => merchant)).toEqual(["hotel"]);
});

test("while days around the period are unread, the list and the sums say that something may be missing", async () => {
  const [merchant, { db, clock }] = [await fixture.merchant("hotel"), fixture.ctx()];
  const read = (fromDay: string, toDay: string) =>
    saveLedgerRead(db, { merchantId: merchant.id, fromDay, toDay, readAt: new Date(clock.now()), zone: "UTC" });
  const isComplete = async () => [(await list({ merchant: "hotel" })).complete, (await sum({ merchant: "hotel" })).complete];
  expect(await isComplete()).toEqual([false, false]);
  await read(march.from, march.to);
  // The fee of a sale in March may be booked until May, and the sale of a fee in March since January.
  expect(await isComplete()).toEqual([false, false]);
  await read("2026-01-29", "2026-02-28");
  await read("2026-04-01", "2026-05-01");
  expect(await isComplete()).toEqual([true, true]);
});

test("the file has the rows with rates in percent, and is audited", async () => {
  const input = { format: "csv", ...march, merchant: "cafe" };
  const { body } = await exportFees(fixture.ctx({ role: "support" }), { environment, input });
  const rows: Record<string, string>[] = parse(await text(body), { columns: true, bom: true });
  const high = rows.find((row) => row["Payment reference"] === "Rhigh");
  expect(high).toMatchObject({ Sale: "100.00", Fee: "5.00", "Rate (%)": "5.00", Result: "rate far from the merchant's" });
  expect((await readAudit(fixture.ctx())).at(-1)).toMatchObject({ act: "fees.exported", merchant: "cafe" });
  await expect(exportFees(fixture.ctx({ role: "viewer" }), { environment, input })).rejects.toMatchObject({ code: "forbidden" });
});

test("on a shared screen the file hides what the list hides", async () => {
  await store("odd", [sale("mail", 900, { reference: "ann@example.org" })]);
  const input = { format: "csv", ...march, merchant: "odd" };
  const { body } = await exportFees(fixture.ctx({ isPresenting: true }), { environment, input });
  const rows: Record<string, string>[] = parse(await text(body), { columns: true, bom: true });
  const references = rows.map((row) => row["Payment reference"]);
  expect(references).toContain("•••@•••");
  expect(references).not.toContain("ann@example.org");
});

test("the file is whole, also when it is read in several statements", async () => {
  const read = async (readAtOnce?: number) => {
    const input = { format: "csv", ...march };
    const { body } = await exportFees(fixture.ctx({ role: "support" }), { environment, input, readAtOnce });
    return text(body);
  };
  const whole = await read();
  expect(whole.split("\r\n").length).toBeGreaterThan(10);
  for (const readAtOnce of [3, 5, 14]) expect(await read(readAtOnce)).toBe(whole);
});

test("a month of 100,000 sales", { tags: ["long"], meta: { slow: "Stores 200,000 transactions." } }, async () => {
  const total = 100_000;
  for (let from = 0; from < total; from += 2_000) {
    const names = Array.from({ length: 2_000 }, (_, at) => from + at);
    await store(
      "big",
      names.flatMap((at) => {
        const day = Math.floor((at * 28) / total);
        const own = sale(String(at), 10_000, { day });
        return at % 1_000 === 7 ? [own] : [own, fee(String(at), at % 1_000 === 9 ? 900 : 125, { day })];
      }),
    );
  }
  const { totals } = await sum({ merchant: "big" });
  expect(totals).toMatchObject([{ rated: 99_900, withoutFee: { count: 100 }, outliers: 100 }]);
  expect((await list({ merchant: "big", kind: "outlier" })).items).toHaveLength(100);
});
