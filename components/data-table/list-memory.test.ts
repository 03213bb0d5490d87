// @vitest-environment node
import { beforeAll, expect, test, vi } from "vitest";

let memory: typeof import("./list-memory.ts");
let goBack: () => void = () => {};
beforeAll(async () => {
  vi.stubGlobal("window", globalThis);
  vi.stubGlobal("addEventListener", (_: string, listener: () => void) => {
    goBack = listener;
  });
  memory = await import("./list-memory.ts");
});

test("a place is found again by going back, not by a link", () => {
  memory.rememberPlace("/a?x=1", { scrolled: 400 });
  memory.rememberPlace("/a?x=1", { rowKey: "cafe/7" });
  expect(memory.recallPlace("/a?x=1")).toBeUndefined();
  goBack();
  expect(memory.recallPlace("/a?x=1")).toEqual({ scrolled: 400, rowKey: "cafe/7" });
  expect(memory.recallPlace("/a?x=2")).toBeUndefined();
});

test("only the last fifty lists are remembered", () => {
  for (let index = 0; index < 60; index++) memory.rememberPlace(`/list/${index}`, { scrolled: index });
  goBack();
  expect(memory.recallPlace("/list/5")).toBeUndefined();
  expect(memory.recallPlace("/list/59")).toEqual({ scrolled: 59 });
});
