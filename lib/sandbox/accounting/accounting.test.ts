import { beforeEach, describe, expect, test } from "vitest";
import { strictSandboxSettings } from "../settings.ts";
import { createTestSandbox, rowsOf, type TestSandbox } from "../testing/test-sandbox.ts";

let gateway: TestSandbox;
beforeEach(() => {
  gateway = createTestSandbox();
});

const list = "/accounting/v1/transactions";
const reachable = (of: TestSandbox) =>
  of.sandbox.describe().merchants.flatMap(({ slug }) => (slug === "refused" || slug === "slow" ? [] : slug));

describe("the whole ledger", () => {
  test.each([12_000, 1_000_000])("has exactly %i rows over all merchants", async (transactions) => {
    const sized = createTestSandbox({ transactions });
    let total = 0;
    for (const slug of [...reachable(sized), "slow"]) {
      const as = await sized.as(slug);
      total += Number((await as(`${list}?size=1`)).body.total_count);
    }
    expect(total).toBe(transactions);
  });

  test("is the same for the same storage, and for every secret", async () => {
    const other = createTestSandbox({ secret: "quite another secret, and long enough too" });
    for (const slug of reachable(gateway)) {
      const [mine, theirs] = await Promise.all([gateway.as(slug), other.as(slug)]);
      expect((await mine(`${list}?size=100`)).body).toEqual((await theirs(`${list}?size=100`)).body);
    }
  });

  test("pages without a gap or a repeat, newest first", async () => {
    const as = await gateway.as("zum-anker");
    const ids: number[] = [];
    for (let page = 1; ; page++) {
      const answer = await as(`${list}?size=100&page=${page}`);
      ids.push(...rowsOf(answer).map(({ id }) => id));
      expect(answer.body).toMatchObject({ page, page_size: 100, total_count: 720, total_pages: 8, has_previous_page: page > 1 });
      if (!answer.body.has_next_page) break;
    }
    expect(ids).toHaveLength(720);
    expect(ids).toEqual([...new Set(ids)].sort((a, b) => b - a));
    expect(rowsOf(await as(`${list}?size=100&page=9`)).length + rowsOf(await as(`${list}?page=99999999`)).length).toBe(0);
  });

  test("is empty for a merchant that has none, with accounts all the same", async () => {
    const as = await gateway.as("empty");
    expect((await as(list)).body).toMatchObject({ items: [], total_count: 0, total_pages: 0, has_next_page: false });
    expect((await as("/accounting/v1/accounts")).body).toMatchObject({ total_count: 2 });
  });
});

describe("a query", () => {
  test("by days includes both days completely, by instants to the second", async () => {
    const as = await gateway.as("corner-cafe");
    const rows = rowsOf(await as(`${list}?size=100&from_date=2026-11-02&to_date=2026-11-03&order=Ascending`));
    expect(new Set(rows.map(({ date }) => date.slice(0, 10)))).toEqual(new Set(["2026-11-02", "2026-11-03"]));
    const [first, second] = [rows[2], rows[6]];
    const between = rowsOf(await as(`${list}?size=100&from_date=${first?.date}&to_date=${second?.date}&order=Ascending`));
    expect(between.at(0)?.date).toBe(first?.date);
    expect(between.at(-1)?.date).toBe(second?.date);
    expect(
      rowsOf(await as(`${list}?from_date=${first?.date}Z&to_date=${second?.date}%2B00:00&size=100&order=Ascending`)),
    ).toEqual(between);
  });

  test("continues after a row's id without that row, and with its fee", async () => {
    const as = await gateway.as("corner-cafe");
    const rows = rowsOf(await as(`${list}?size=50&order=Ascending`));
    const at = rows.findIndex((row, place) => row.payment_reference === rows[place + 1]?.payment_reference);
    const after = rowsOf(await as(`${list}?size=10&order=Ascending&start_trn_id=${rows[at]?.id}`));
    expect(after).toEqual(rows.slice(at + 1, at + 11));
  });

  test.each([
    ["page=0", "page"],
    ["page=x", "page"],
    ["size=-1", "size"],
    ["from_date=yesterday", "from_date"],
    ["to_date=2026-02-30", "to_date"],
    ["sign=Plus", "sign"],
    ["order=Up", "order"],
    ["start_trn_id=abc", "start_trn_id"],
  ])("of %s answers 400 naming %s", async (query, field) => {
    const as = await gateway.as("corner-cafe");
    const { status, body } = await as(`${list}?${query}`);
    expect([status, Object.keys(Object(body.errors))]).toEqual([400, [field]]);
  });

  test("with reversed dates finds nothing; a too large size is reduced to the limit", async () => {
    const as = await gateway.as("corner-cafe");
    expect((await as(`${list}?from_date=2026-11-10&to_date=2026-11-01`)).body.total_count).toBe(0);
    expect((await as(`${list}?size=5000`)).body.page_size).toBe(100);
  });

  test("with the strictest settings requires account, dates and another name for size, and every object has unknown members", async () => {
    const strict = createTestSandbox({ settings: strictSandboxSettings });
    const as = await strict.as("sakura-travel");
    const refused = await as(`${list}?size=10`);
    expect(Object.keys(Object(refused.body.errors)).sort()).toEqual(["account_number", "from_date", "size", "to_date"]);
    const good = await as(`${list}?account_number=50000000102&from_date=2026-10-01&to_date=2026-11-20&page_size=10`);
    expect(good.body).toMatchObject({ page_size: 10, x_internal_flag: true });
    expect(rowsOf(good).every((row) => row.transaction_currency === "JPY" && "x_trace" in row)).toBe(true);
    expect(rowsOf(good)).toHaveLength(10);
  });

  test("shows debits without a minus if configured", async () => {
    const as = await createTestSandbox({ settings: { negativeDebits: false } }).as("corner-cafe");
    expect(rowsOf(await as(`${list}?sign=Debit&size=50`)).every((row) => row.transaction_amount > 0)).toBe(true);
  });
});

describe("one transaction", () => {
  test("is found by any reference of its list, with a slash and a space in it too", async () => {
    const as = await gateway.as("moda-ritorni");
    const references = rowsOf(await as(`${list}?size=60`)).flatMap((row) => row.payment_reference ?? []);
    expect(references.some((reference) => /[/ ]/.test(reference))).toBe(true);
    for (const reference of new Set(references)) {
      const { status, body } = await as(`${list}/${encodeURIComponent(reference)}`);
      expect(status).toBe(200);
      expect(body).toHaveProperty("general.transaction_type");
      expect(body).toHaveProperty("details.0.label");
      expect(body).not.toHaveProperty("payment_reference");
    }
  });

  test("names the fee of a sale", async () => {
    const as = await gateway.as("taxi-athina");
    const rows = rowsOf(await as(`${list}?size=60`));
    const fee = rows.find(({ transaction_type: type }) => type === "001");
    const { body } = await as(`${list}/${fee?.payment_reference}`);
    expect(body.general).toMatchObject({ is_fee: false, can_request_reversal: true });
    expect(body.details).toContainEqual({ label: "Fee", value: `${Math.abs(fee?.transaction_amount ?? 0).toFixed(2)} EUR` });
  });

  test.each(["POSA00000000XXXX", "nothing", "%00", "..%2f..", "%F0%9F%A4%B7"])("is not found by %s", async (reference) => {
    expect((await (await gateway.as("corner-cafe"))(`${list}/${reference}`)).status).toBe(404);
  });

  test("of another merchant is not found", async () => {
    const [row] = rowsOf(await (await gateway.as("taxi-athina"))(`${list}?size=1`));
    expect((await (await gateway.as("corner-cafe"))(`${list}/${row?.payment_reference}`)).status).toBe(404);
  });
});

describe("several transactions", () => {
  test("are a bare list in the requested order, without unknown ones", async () => {
    const as = await gateway.as("moda-ritorni");
    const rows = rowsOf(await as(`${list}?size=100`));
    const references = [...new Set(rows.flatMap((row) => row.payment_reference ?? []))].slice(0, 30).reverse();
    const query = new URLSearchParams({ payment_references: [...references, "POSA00000000XXXX"].join(",") });
    const { text } = await as(`${list}/multiple?${query}`);
    expect(JSON.parse(text).map((each: { payment_reference: string }) => each.payment_reference)).toEqual(references);
  });

  test("are at most fifty, at least one", async () => {
    const as = await gateway.as("moda-ritorni");
    const many = (count: number) => Array.from({ length: count }, (_, at) => `POSA${at}`).join(",");
    expect((await as(`${list}/multiple?payment_references=${many(50)}`)).text).toBe("[]");
    expect((await as(`${list}/multiple?payment_references=${many(51)}`)).status).toBe(400);
    expect((await as(`${list}/multiple`)).status).toBe(400);
  });
});

test("unknown addresses respond 404, known ones 405 to another method", async () => {
  const as = await gateway.as("corner-cafe");
  expect((await as("/accounting/v2/transactions")).status).toBe(404);
  const { status, headers } = await as(list, { method: "DELETE" });
  expect([status, headers.get("allow")]).toEqual([405, "GET"]);
});
