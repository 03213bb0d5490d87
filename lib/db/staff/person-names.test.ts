import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "#lib/vault/testing/test-vault.ts";
import { createTestStore, type TestStore } from "../testing/test-store.ts";
import { readNames, storedNameOf, storeName } from "./person-names.ts";

const vault = createTestVault();
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("a stored name represents its address in every spelling, and other text is returned unchanged", async () => {
  const storedName = await storeName(store.db, vault, "Anna@desk.example");
  expect(storedName).not.toMatch(/anna/i);
  expect(storedNameOf(vault, "anna@DESK.example")).toBe(storedName);
  const nameOf = await readNames({ db: store.db, vault });
  expect([nameOf(storedName), nameOf("the dashboard"), nameOf("person:nobody")]).toEqual([
    "Anna@desk.example",
    "the dashboard",
    "unknown user",
  ]);
});
