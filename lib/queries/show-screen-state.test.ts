import { afterEach, expect, test, vi } from "vitest";
import { screenStates } from "#lib/core/screen-states.ts";
import { screenStateOf } from "./screen-state.ts";
import { showScreenLine, showScreenState } from "./show-screen-state.ts";

afterEach(() => void vi.unstubAllGlobals());

const page = { items: [{ id: 1 }], nextCursor: "next", asOf: "2026-11-20T12:00:00.000Z", complete: true, source: "gateway" };
const path = "/api/sandbox/transactions";
const show = (state: (typeof screenStates)[number], body: unknown = page, at = path) =>
  showScreenState(state, { path: at, signal: undefined, send: async () => body });

test.each(screenStates)("%s applies to reads of the sandbox's lists and panels, and to nothing else", (state) => {
  vi.stubGlobal("document", { cookie: `theme=dark; screen-state=${state}; other=1` });
  expect(screenStateOf(path)).toBe(state);
  expect(screenStateOf("/api/sandbox/corner-cafe/payments?q=1")).toBe(state);
  for (const elsewhere of ["/api/demo/transactions", "/api/production/overview", "/api/session", "/api/staff"])
    expect(screenStateOf(elsewhere)).toBeUndefined();
  for (const [pathname, played] of [
    ["/sandbox/settings/staff", state],
    ["/production/settings/staff", undefined],
  ]) {
    vi.stubGlobal("location", { pathname });
    expect(screenStateOf("/api/staff")).toBe(played);
  }
  for (const frame of ["/api/sandbox/merchants", "/api/sandbox/scenarios", "/api/sandbox/live"])
    expect(screenStateOf(frame)).toBeUndefined();
  expect(screenStateOf(path, "POST")).toBeUndefined();
});

test("an unknown state is ignored", () => {
  vi.stubGlobal("document", { cookie: "screen-state=<script>" });
  expect(screenStateOf(path)).toBeUndefined();
});

test("empty has no rows and no next page, and an overview counts zero", async () => {
  expect(await show("empty")).toEqual({ ...page, items: [], nextCursor: null });
  const overview = { currencies: [{ currency: "EUR" }], notifications: { now: { valid: 3 } }, asOf: page.asOf };
  expect(await show("empty", overview, "/api/sandbox/overview")).toEqual({
    ...overview,
    currencies: [],
    notifications: { now: { valid: 0 } },
  });
});

test("failed and offline are distinct errors that are shown", async () => {
  await expect(show("failed")).rejects.toMatchObject({ code: "internal", status: 500, requestId: expect.any(String) });
  await expect(show("offline")).rejects.toMatchObject({ code: "network", status: null });
});

test("partial returns the first page, lists the merchants with missing rows, and fails at the next page", async () => {
  expect(await show("partial")).toMatchObject({
    items: page.items,
    complete: false,
    problems: [{ merchant: "taxi-athina", code: "gateway_unavailable" }],
  });
  expect(await show("partial", { items: [1], nextCursor: null })).toEqual({ items: [1], nextCursor: "partial" });
  await expect(show("partial", page, `${path}?cursor=next`)).rejects.toMatchObject({ code: "internal" });
});

test("stale contains the time of the last read, and why it is not newer", async () => {
  expect(await show("stale")).toMatchObject({
    asOf: "2026-11-20T09:00:00.000Z",
    source: "mirror",
    problem: { code: "gateway_unavailable" },
  });
});

test("loading ends only when the request is aborted", async () => {
  const waiting = new AbortController();
  const send = vi.fn();
  const shown = showScreenState("loading", { path, signal: waiting.signal, send });
  waiting.abort(new Error("left"));
  await expect(shown).rejects.toThrow("left");
  expect(send).not.toHaveBeenCalled();
});

test("a search finds nothing in state empty, and fails for one merchant in state partial", () => {
  const here = { step: "here", hits: [{ id: 1 }], toAsk: ["corner-cafe"] };
  expect(showScreenLine("empty", here)).toEqual([{ step: "here", hits: [], toAsk: [] }]);
  expect(showScreenLine("partial", here)).toEqual([
    { ...here, toAsk: ["corner-cafe", "taxi-athina"] },
    {
      step: "asked",
      merchant: "taxi-athina",
      hits: [],
      problem: expect.any(String),
      problemDetails: { reason: "gateway_unavailable" },
    },
  ]);
  const end = { step: "end", note: null };
  for (const state of screenStates) expect(showScreenLine(state, end)).toEqual([end]);
});
