import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fetchJson } from "./fetch-json.ts";

afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const schema = z.object({ count: z.number() });

test.each([
  [
    "no answer",
    (signal: AbortSignal) => new Promise<Response>((_, reject) => signal.addEventListener("abort", () => reject(signal.reason))),
  ],
  ["no end of an answer", async () => new Response(new ReadableStream({ pull: () => new Promise(() => {}) }))],
])("%s within two minutes is a network error, so that nothing waits for ever", async (_, answer) => {
  vi.useFakeTimers();
  vi.stubGlobal("fetch", (_path: string, { signal }: { signal: AbortSignal }) => answer(signal));
  const answered = expect(fetchJson("/api/demo/things", { schema, method: "POST" })).rejects.toMatchObject({ code: "network" });
  await vi.advanceTimersByTimeAsync(120_000);
  await answered;
});

test("half an answer is a network error", async () => {
  const half = new ReadableStream({ pull: (body) => body.error(new TypeError("network error")) });
  vi.stubGlobal("fetch", async () => new Response(half));
  await expect(fetchJson("/api/demo/things", { schema })).rejects.toMatchObject({ code: "network", status: null });
});

test("a request that was stopped on purpose is no network error", async () => {
  vi.stubGlobal("fetch", (_: string, { signal }: RequestInit) => Promise.reject(signal?.reason));
  const stopped = AbortSignal.abort();
  await expect(fetchJson("/api/demo/things", { schema, signal: stopped })).rejects.toBe(stopped.reason);
});
