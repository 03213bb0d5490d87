import { afterEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fetchJson } from "./fetch-json.ts";

afterEach(() => vi.unstubAllGlobals());

const schema = z.object({ count: z.number() });

test("a request without an answer in time is a network error, so that nothing waits for ever", async () => {
  vi.stubGlobal("fetch", async (_: string, { signal }: RequestInit) => {
    signal?.throwIfAborted();
    return Response.json({ count: 1 });
  });
  vi.spyOn(AbortSignal, "timeout").mockReturnValue(AbortSignal.abort(new DOMException("", "TimeoutError")));
  await expect(fetchJson("/api/demo/things", { schema, method: "POST" })).rejects.toMatchObject({
    code: "network",
    status: null,
  });
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
