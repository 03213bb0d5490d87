import { expect, test } from "vitest";
import { withCleanup } from "./with-cleanup.ts";

test("one step of a cleanup that fails, at once or later, keeps no other from being done", async () => {
  const done: string[] = [];
  const result = await withCleanup(async (defer) => {
    defer(() => done.push("first"));
    defer(() => {
      throw new Error("at once");
    });
    defer(() => done.push("second"));
    defer(() => Promise.reject(new Error("later")));
    defer(async () => done.push("third"));
    return "the result";
  });
  expect([result, done]).toEqual(["the result", ["third", "second", "first"]]);
});

test("work that fails is cleaned up and fails with its own error", async () => {
  const done: string[] = [];
  const work = withCleanup((defer) => {
    defer(() => done.push("cleaned"));
    return Promise.reject(new Error("the work's own"));
  });
  await expect(work).rejects.toThrow("the work's own");
  expect(done).toEqual(["cleaned"]);
});
