import { expect, test } from "vitest";
import { createBatcher } from "./batcher.ts";

test("concurrent requests are combined, without duplicates and up to the limit", async () => {
  const asked: string[] = [];
  const find = createBatcher(async (group: string, keys: readonly string[]) => {
    asked.push(`${group}: ${keys.join(" ")}`);
    return new Map(keys.filter((key) => key !== "nobody").map((key) => [key, `${group}/${key}`]));
  }, 2);
  const found = await Promise.all([find("demo", "a"), find("demo", "a"), find("demo", "nobody"), find("sandbox", "a")]);
  expect(found).toEqual(["demo/a", "demo/a", undefined, "sandbox/a"]);
  expect(asked.toSorted()).toEqual(["demo: a", "demo: nobody", "sandbox: a"]);
  expect(await find("demo", "b")).toBe("demo/b");
});

test("a failure rejects all requests of its batch, and no later ones", async () => {
  let isAway = true;
  const find = createBatcher(async (_: string, keys: readonly string[]) => {
    if (isAway) throw new Error("away");
    return new Map(keys.map((key) => [key, key]));
  }, 10);
  const outcomes = await Promise.allSettled([find("demo", "a"), find("demo", "b")]);
  expect(outcomes.map(({ status }) => status)).toEqual(["rejected", "rejected"]);
  isAway = false;
  expect(await find("demo", "a")).toBe("a");
});
