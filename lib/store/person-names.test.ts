import { afterAll, beforeAll, expect, test } from "vitest";
import { createTestVault } from "../vault/testing/test-vault.ts";
import { keepName, keptNameOf, readNames } from "./person-names.ts";
import { createTestStore, type TestStore } from "./testing/test-store.ts";

const vault = createTestVault();
let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

test("a kept name stands for its address in every spelling, and what is none is returned as it is", async () => {
  const kept = await keepName(store.db, vault, "Anna@desk.example");
  expect(kept).not.toMatch(/anna/i);
  expect(keptNameOf(vault, "anna@DESK.example")).toBe(kept);
  const nameOf = await readNames({ db: store.db, vault });
  expect([nameOf(kept), nameOf("the desk"), nameOf("person:nobody")]).toEqual([
    "Anna@desk.example",
    "the desk",
    "somebody unknown",
  ]);
});
