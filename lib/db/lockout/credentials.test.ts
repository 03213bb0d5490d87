import { randomBytes } from "node:crypto";
import { eq } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { createLocalWrapper } from "#lib/vault/key-wrapper.ts";
import { createVault } from "#lib/vault/vault.ts";
import { merchant } from "../schema/merchant.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { openCredential, saveMerchant, saveMerchants } from "./credentials.ts";
import { toPairId, toSecretMark } from "./permit-rows.ts";

const vault = createVault({ wrappers: [createLocalWrapper({ id: "k1", key: randomBytes(32) })], hashSecret: randomBytes(32) });
let store: TestStore;

beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

function inputOf(slug: string, secret = "one") {
  const credential = { clientId: `cli_${slug}`, clientSecret: `sec_${slug}_${secret}` };
  return { environment: "demo", slug, name: `Shop ${slug}`, sid: null, by: "a test", ...credential };
}

test("many merchants are saved with few statements, with a result and their own credentials for each", async () => {
  const inputs = Array.from({ length: 1_200 }, (_, at) => inputOf(`shop-${at}`));
  const first = await store.db.transaction((tx) => saveMerchants(tx, vault, inputs));
  expect(new Set(first.map(({ outcome }) => outcome))).toEqual(new Set(["added"]));
  const changed = inputs.map((input, at) => (at === 700 ? inputOf(input.slug, "two") : input));
  const again = await saveMerchants(store.db, vault, [...changed.toReversed(), inputOf("new")]);
  expect(again.map(({ id }) => id).slice(0, -1)).toEqual(first.map(({ id }) => id).toReversed());
  expect(again.filter(({ outcome }) => outcome === "changed")).toEqual([{ id: first[700]?.id, outcome: "changed" }]);
  expect(again.at(-1)?.outcome).toBe("added");
  const [row] = await store.db.select().from(merchant).where(eq(merchant.slug, "shop-700"));
  if (!row) throw new Error("The merchant is missing.");
  expect(openCredential(vault, "merchant", row.id, row)).toEqual({ clientId: "cli_shop-700", clientSecret: "sec_shop-700_two" });
  expect(row).toMatchObject({
    pairId: toPairId(vault, { environment: "demo", kind: "session", clientId: "cli_shop-700" }),
    secretMark: toSecretMark(vault, "sec_shop-700_two"),
  });
});

test("a merchant's own SID stays if the new one is unknown, and saving the same again changes nothing", async () => {
  const { id } = await saveMerchant(store.db, vault, { ...inputOf("sid"), sid: "000123" });
  expect(await saveMerchant(store.db, vault, inputOf("sid"))).toEqual({ id, outcome: "unchanged" });
  expect(await saveMerchant(store.db, vault, { ...inputOf("sid"), name: "Renamed" })).toEqual({ id, outcome: "changed" });
  const [row] = await store.db.select({ sid: merchant.sid, name: merchant.name }).from(merchant).where(eq(merchant.id, id));
  expect(row).toEqual({ sid: "000123", name: "Renamed" });
});
