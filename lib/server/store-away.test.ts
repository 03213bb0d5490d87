import { sql } from "drizzle-orm";
import { afterAll, beforeAll, expect, test } from "vitest";
import { isAppError } from "#lib/core/errors.ts";
import { createTestStore, type TestStore } from "#lib/db/testing/test-store.ts";
import { asStoreAway } from "./store-away.ts";

let store: TestStore;
beforeAll(async () => {
  store = await createTestStore();
});
afterAll(() => store.drop());

/** What a request that runs these in a transaction is answered with; null: as a fault of the program. */
async function answerTo(...statements: string[]): Promise<string | null> {
  const thrown = await store.db
    .transaction(async (tx) => {
      for (const statement of statements) await tx.execute(sql.raw(statement));
    })
    .catch((error: unknown) => error);
  const error = asStoreAway(thrown);
  return isAppError(error) ? error.code : null;
}

const raise = (code: string) => `do $$ begin raise exception 'made' using errcode = '${code}'; end $$`;

test.each([
  ["waited until its time limit", ["set local statement_timeout = 50", "select pg_sleep(5)"]],
  ["met a standby that takes no writes", ["set transaction read only", "delete from note"]],
  ["gave way to another session", [raise("40P01")]],
  ["did not get a lock in time", [raise("55P03")]],
  ["met a server that stops", [raise("57P01")]],
] as const)("a request whose statement %s may be repeated", async (_, statements) => {
  expect(await answerTo(...statements)).toBe("store_unavailable");
});

test("a statement that is wrong is a fault of the program", async () => {
  expect(await answerTo("select no_such_column from note")).toBeNull();
});
