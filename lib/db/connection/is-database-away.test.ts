import { DrizzleQueryError } from "drizzle-orm/errors";
import pg from "pg";
import { expect, test } from "vitest";
import { isDatabaseAway, isPassing } from "./is-database-away.ts";

/** As drizzle throws the server's error for a query with these parameters. */
function refused(code: string, parameters: string[] = []): Error {
  const answer = Object.assign(new pg.DatabaseError("refused", 7, "error"), { code });
  return new DrizzleQueryError("insert into delivery", parameters, answer);
}

test("stored text is never mistaken for an error of the database", () => {
  expect(isDatabaseAway(refused("22P05", ["connection terminated, timeout"]))).toBe(false);
  expect(isDatabaseAway(refused("57P01"))).toBe(true);
  expect(isDatabaseAway(new DrizzleQueryError("select 1", [], new Error("Connection terminated unexpectedly")))).toBe(true);
});

test("a deadlock or a stopping database says nothing about a row, a statement that took too long does", () => {
  expect(["40P01", "55P03", "57P01", "53300"].map((code) => isPassing(refused(code)))).toEqual([true, true, true, true]);
  expect(["57014", "22P05", "P0001"].map((code) => isPassing(refused(code)))).toEqual([false, false, false]);
});

test("a server that only reads, as a standby before it takes over, counts as away", () => {
  expect([isDatabaseAway(refused("25006")), isPassing(refused("25006"))]).toEqual([true, true]);
});
