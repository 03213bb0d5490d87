import { describe, expect, test } from "vitest";
import { createBaseLedger } from "./ledger/base-ledger.ts";
import { parseTemplate } from "./ledger/event-kinds.ts";
import { createLedger } from "./ledger/ledger.ts";
import { createMemoryStorage } from "./memory-storage.ts";
import { accountFor, type MerchantProfile } from "./merchant-profile.ts";
import { findProfile, listProfiles, merchantProfiles, profileOfNumber } from "./merchants.ts";
import { merchantsMax } from "./profiles/computed-merchants.ts";
import { shareRows } from "./share-rows.ts";
import { createTestSandbox, rowsOf } from "./testing/test-sandbox.ts";

const all = [...listProfiles(merchantsMax)];
const epochMs = Date.UTC(2026, 10, 20, 12, 34, 56);

function countDistinct(pick: (profile: MerchantProfile) => string | readonly string[]): [number, number] {
  const values = all.flatMap((profile) => pick(profile));
  return [new Set(values).size, values.length];
}

describe("ten thousand merchants", () => {
  test("begin with the described ones, and each number has its own names and numbers", () => {
    expect(all.slice(0, 10)).toEqual(merchantProfiles);
    expect(all.map(({ number }) => number)).toEqual(Array.from({ length: merchantsMax }, (_, index) => index + 1));
    const picks = [
      ({ slug }: MerchantProfile) => slug,
      ({ name }: MerchantProfile) => name,
      ({ sid }: MerchantProfile) => sid,
      ({ accounts }: MerchantProfile) => accounts.map(({ accountNumber }) => accountNumber),
      ({ accounts }: MerchantProfile) => accounts.map(({ iban }) => iban),
      ({ terminals }: MerchantProfile) => terminals.map(({ terminalId }) => terminalId),
    ];
    for (const pick of picks) {
      const [distinct, count] = countDistinct(pick);
      expect(distinct).toBe(count);
    }
  });

  test("have slugs that fit an address, SIDs of 15 digits, valid IBANs and templates that add up", () => {
    for (const { slug, sid, accounts, terminals, templates, online } of all.slice(10)) {
      expect(slug).toMatch(/^[a-z0-9][a-z0-9-]{0,40}$/);
      expect(sid).toMatch(/^\d{15}$/);
      expect(terminals.length > 0 || online).toBe(true);
      for (const { iban } of accounts) expect(remainderOf(iban)).toBe(1n);
      for (const template of templates) parseTemplate(template);
    }
  });

  test("have an account for each terminal's currency, on which its payments are booked", () => {
    const without = all.filter((profile) => profile.terminals.some(({ currency }) => !accountFor(profile, currency)));
    expect(without).toEqual([]);
  });

  test("are found by their slug and by nothing that only looks like it", () => {
    expect(all.filter(({ slug, number }) => findProfile(slug)?.number !== number)).toEqual([]);
    for (const slug of ["bakery-galway", "bakery-galway-11x", "-11", "11", "corner-cafe-1", "bakery-galway-10001", "x-11"])
      expect(findProfile(slug)).toBeUndefined();
    for (const number of [0, 1.5, -1, merchantsMax + 1, Number.NaN]) expect(profileOfNumber(number)).toBeUndefined();
  });
});

describe("rows shared", () => {
  test.each([
    [12_000, 1],
    [12_000, 10],
    [12_000, 11],
    [0, 10_000],
    [12_000, 10_000],
    [1_000_000, 10_000],
  ])("%i over %i merchants are all given out", (transactions, count) => {
    const rowsOf = shareRows(transactions, count);
    const total = all.reduce((sum, { number }) => sum + rowsOf(number), 0);
    expect([total, rowsOf(count + 1)]).toEqual([transactions, 0]);
  });

  test("over ten merchants are shared as ever", () => {
    const rowsOf = shareRows(12_000, 10);
    expect(merchantProfiles.map(({ number }) => rowsOf(number))).toEqual([4320, 1440, 600, 0, 0, 1200, 1800, 1200, 720, 720]);
  });

  test("over many are a lot for a few, little for most and none for some", () => {
    const rowsOf = shareRows(1_000_000, merchantsMax);
    const counts = all
      .slice(10)
      .map(({ number }) => rowsOf(number))
      .toSorted((one, other) => other - one);
    const half = counts.slice(0, 2_000).reduce((sum, count) => sum + count, 0);
    expect(half).toBeGreaterThan(400_000);
    expect(counts.filter((count) => count === 0).length).toBeGreaterThan(200);
    expect(counts[5_000]).toBeLessThan(100);
  });
});

test("references of computed merchants are found by them alone", async () => {
  const owners = new Map<string, string>();
  for (const profile of [...all.slice(0, 20), ...all.slice(-10)]) {
    const base = createBaseLedger({ profile, rows: 200, epochMs, live: false });
    const ledger = createLedger({ profile, rows: 200, epochMs, live: false, storage: createMemoryStorage(), now: () => epochMs });
    const references = new Set(Array.from({ length: 200 }, (_, index) => base.row(index).payment_reference ?? ""));
    references.delete("");
    const found = await ledger.findReferences([...references]);
    expect(found.size).toBe(references.size);
    for (const reference of references) {
      expect(owners.get(reference)).toBeUndefined();
      owners.set(reference, profile.slug);
    }
  }
});

describe("a sandbox of many merchants", () => {
  const many = createTestSandbox({ merchants: 2_000, transactions: 20_000 });
  const { merchants } = many.sandbox.describe();

  test("describes each with credentials of its own; the first ten are those of a sandbox of ten", () => {
    const ten = createTestSandbox().sandbox.describe();
    expect(merchants).toHaveLength(2_000);
    expect(merchants.slice(0, 10)).toEqual(ten.merchants);
    expect(new Set(merchants.map(({ clientId }) => clientId)).size).toBe(2_000);
  });

  test("signs in and answers a computed merchant, by its own secret only", async () => {
    const { slug = "" } = merchants[1_234] ?? {};
    const call = await many.as(slug);
    const answer = await call("/accounting/v1/accounts?page=1&size=10");
    expect(answer.status).toBe(200);
    expect(rowsOf(answer).length).toBeGreaterThan(0);
    const { status } = await many.session(slug, await many.token(), merchants[1_233]?.clientSecret);
    expect(status).toBe(400);
  });

  test("has no more key pairs than the described merchants, and tells every merchant's", {
    meta: { slow: "Makes ten key pairs." },
  }, async () => {
    const keys = await many.sandbox.notifyKeys();
    expect(keys.map(({ slug }) => slug)).toEqual(merchants.map(({ slug }) => slug));
    expect(new Set(keys.map(({ publicKeyPem }) => publicKeyPem)).size).toBe(10);
    const stores = await many.control("GET", `stores?merchant=${keys[1_500]?.slug}`);
    expect(JSON.parse(stores.text)).toMatchObject([{ merchant: keys[1_500]?.slug, publicKeyPem: keys[1_500]?.publicKeyPem }]);
  });

  test("with fewer merchants later still answers those beyond, with the rows they had", async () => {
    const storage = createMemoryStorage();
    const shop = merchants.find(({ slug }) => (findProfile(slug)?.number ?? 0) > 10 && (findProfile(slug)?.share ?? 0) > 20);
    const list = "/accounting/v1/transactions?from_date=2025-01-01&to_date=2026-12-31&page=1&size=100";
    const read = async (count: number) => {
      const gateway = createTestSandbox({ merchants: 2_000, transactions: 20_000, storage });
      const bearer = await gateway.token();
      const session = await gateway.session(shop?.slug ?? "", bearer);
      const fewer = createTestSandbox({ merchants: count, transactions: 20_000, storage });
      const { partnerId, applicationId } = fewer.sandbox.describe().integration;
      const headers = {
        authorization: `Bearer ${bearer}`,
        "x-session": String(session.body.session),
        "x-partner-id": partnerId,
        "x-application-id": applicationId,
      };
      return rowsOf(await fewer.call(list, { headers }));
    };
    const before = await read(2_000);
    expect(before.length).toBeGreaterThan(0);
    expect(await read(10)).toEqual(before);
  });
});

function remainderOf(iban: string): bigint {
  const moved = `${iban.slice(4)}${iban.slice(0, 4)}`;
  return BigInt([...moved].map((sign) => Number.parseInt(sign, 36)).join("")) % 97n;
}
