import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { currencyExponent } from "#lib/core/currency.ts";
import { numberToDecimal, parseDecimal } from "#lib/core/money.ts";
import { createMemoryStorage } from "../memory-storage.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { findProfile, merchantProfiles } from "../merchants.ts";
import { createBaseLedger } from "./base-ledger.ts";
import { createLedger } from "./ledger.ts";
import type { LedgerRow } from "./ledger-row.ts";

const epochMs = Date.UTC(2026, 10, 20, 12, 34, 56);
const dayMs = 86_400_000;

function profileOf(slug: string): MerchantProfile {
  const profile = findProfile(slug);
  if (!profile) throw new Error(`There is no ${slug}.`);
  return profile;
}

function open(slug: string, { rows = 2_000, live = false, nowMs = epochMs } = {}) {
  const profile = profileOf(slug);
  return {
    base: createBaseLedger({ profile, rows, epochMs, live }),
    ledger: createLedger({ profile, rows, epochMs, live, storage: createMemoryStorage(), now: () => nowMs }),
  };
}

const busy = merchantProfiles.filter(({ share }) => share > 0).map(({ slug }) => slug);

describe.each(busy)("the computed rows of %s", (slug) => {
  const { base } = open(slug);
  const rows = Array.from({ length: 2_000 }, (_, at) => base.row(at));

  test("have ids that grow strictly and times that never go back, all within 400 days before the epoch", () => {
    for (const [at, row] of rows.entries()) {
      const before = rows[at - 1];
      if (before) expect([row.id > before.id, row.date >= before.date]).toEqual([true, true]);
      expect(base.timeOf(at)).toBeGreaterThanOrEqual(epochMs - 400 * dayMs);
      expect(base.timeOf(at)).toBeLessThan(epochMs);
      expect(row.id).toBe(base.idOf(at));
    }
  });

  test("have amounts that are exact in their currency, booked on an account and a terminal of it", () => {
    const profile = profileOf(slug);
    for (const row of rows) {
      const text = numberToDecimal(Math.abs(row.transaction_amount)) ?? "";
      expect(parseDecimal(text, row.transaction_currency)).toBeGreaterThan(0);
      expect(row.transaction_amount < 0).toBe(row.sign === "Debit");
      const account = profile.accounts.find(({ accountNumber }) => accountNumber === row.account_number);
      expect(account?.currency).toBe(row.transaction_currency);
      const terminal = profile.terminals.find(({ terminalId }) => terminalId === row.terminal_id);
      if (terminal) expect(terminal.currency).toBe(row.transaction_currency);
    }
  });

  test("are found again by their references, which a sale shares with its fee alone", () => {
    for (const [at, row] of rows.entries()) {
      if (row.payment_reference === null) continue;
      const places = base.findReference(row.payment_reference, rows.length);
      expect(places).toContain(at);
      expect(places.length).toBeLessThanOrEqual(2);
    }
  });
});

test("yen have no decimals and dinars up to three", () => {
  const { base } = open("sakura-travel");
  const rows = Array.from({ length: 2_000 }, (_, at) => base.row(at));
  for (const currency of ["JPY", "KWD"]) {
    const some = rows.filter((row) => row.transaction_currency === currency);
    expect(some.length).toBeGreaterThan(20);
    for (const row of some) {
      const decimals = (numberToDecimal(Math.abs(row.transaction_amount)) ?? "").split(".")[1] ?? "";
      expect(decimals.length).toBeLessThanOrEqual(currencyExponent(currency));
    }
  }
});

test("a made-up reference finds nothing, throws nothing, and takes no time however far off its number is", () => {
  const { base } = open("moda-ritorni");
  const shapes = fc.oneof(
    fc.string(),
    fc.nat({ max: 99_999_999 }).map((number) => `POSA${String(number).padStart(8, "0")}AAAA`),
    fc.nat({ max: 99_999_999 }).map((number) => `RF/${String(number).padStart(8, "0")} ZZZZ`),
  );
  fc.assert(
    fc.property(shapes, (reference) => {
      for (const at of base.findReference(reference, 12_000)) expect(base.row(at).payment_reference).toBe(reference);
    }),
    { numRuns: 10_000 },
  );
});

describe("the list", () => {
  const all = async (slug: string, options = {}, query = {}): Promise<LedgerRow[]> => {
    const { ledger } = open(slug, options);
    return (await ledger.list({ order: "Ascending", page: 1, size: 100_000, ...query })).rows;
  };

  test("filters agree with reading everything, whatever is asked together", async () => {
    const { ledger } = open("sakura-travel");
    const rows = await all("sakura-travel");
    const accounts = profileOf("sakura-travel").accounts;
    const query = fc.record({
      account: fc.option(fc.nat({ max: accounts.length - 1 }), { nil: undefined }),
      sign: fc.option(fc.constantFrom("Credit" as const, "Debit" as const), { nil: undefined }),
      types: fc.option(fc.subarray(["013", "001", "010", "003", "999"]), { nil: undefined }),
      fromDay: fc.nat({ max: 400 }),
      days: fc.nat({ max: 400 }),
      after: fc.option(fc.nat({ max: 1_999 }), { nil: undefined }),
      order: fc.constantFrom("Ascending" as const, "Descending" as const),
      page: fc.integer({ min: 1, max: 4 }),
      size: fc.integer({ min: 1, max: 60 }),
    });
    await fc.assert(
      fc.asyncProperty(query, async ({ account, sign, types, fromDay, days, after, order, page, size }) => {
        const fromMs = epochMs - 400 * dayMs + fromDay * dayMs;
        const toMs = fromMs + days * dayMs;
        const afterId = after === undefined ? undefined : rows[after]?.id;
        const wanted = rows.filter((row) => {
          const atMs = Math.floor(row.id / 1_000);
          return (
            atMs >= fromMs &&
            atMs < toMs &&
            row.id > (afterId ?? 0) &&
            (account === undefined || row.account_number === accounts[account]?.accountNumber) &&
            (sign === undefined || row.sign === sign) &&
            (types === undefined || types.includes(row.transaction_type))
          );
        });
        if (order === "Descending") wanted.reverse();
        const found = await ledger.list({ account, sign, types, fromMs, toMs, afterId, order, page, size });
        expect(found).toEqual({ rows: wanted.slice((page - 1) * size, page * size), total: wanted.length });
      }),
      { numRuns: 60 },
    );
  });

  test("finds a payout or transfer by its request id", async () => {
    const rows = await all("sakura-travel");
    const ruid = rows.findLast((row) => row.transaction_type === "010")?.ruid ?? "";
    expect(await all("sakura-travel", {}, { ruid })).toEqual(rows.filter((row) => row.ruid === ruid));
    expect(await all("sakura-travel", {}, { ruid: "RU-2-12345678-AAAA" })).toEqual([]);
  });

  test("answers any page of a million rows, also through a filter", async () => {
    const { ledger } = open("corner-cafe", { rows: 1_000_000 });
    expect((await ledger.list({ order: "Descending", page: 5_000, size: 100 })).total).toBe(1_000_000);
    await ledger.list({ order: "Descending", page: 1, size: 100, sign: "Debit" });
    const { rows, total } = await ledger.list({ order: "Ascending", page: 3_000, size: 100, sign: "Debit", types: ["001"] });
    expect(rows).toHaveLength(100);
    expect(total).toBeGreaterThan(300_000);
  });
});

describe("alive", () => {
  test("goes on after the epoch at its pace: rows appear in the order of their ids, none later below a greater one", () => {
    const { base } = open("taxi-athina", { live: true });
    let seen = base.countAt(epochMs);
    expect([2_000, 2_001]).toContain(seen);
    for (let at = 0; at < 14 * 24; at++) {
      const nowMs = epochMs + at * 3_600_000;
      const count = base.countAt(nowMs);
      expect(count).toBeGreaterThanOrEqual(seen);
      for (let place = seen; place < count; place++) expect(base.timeOf(place)).toBeLessThanOrEqual(nowMs);
      expect(base.timeOf(count)).toBeGreaterThan(nowMs);
      seen = count;
    }
    expect(seen).toBeGreaterThan(2_040);
    expect(seen).toBeLessThan(2_110);
  });

  test("not alive it stays as it is for ever", () => {
    expect(open("taxi-athina").base.countAt(epochMs + 400 * dayMs)).toBe(2_000);
  });
});
