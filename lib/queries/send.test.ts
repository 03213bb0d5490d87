import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { z } from "zod";
import { fetchSupportBundle } from "./bundle.ts";
import { importMerchants } from "./connection.ts";
import { downloadFile } from "./download.ts";
import { fetchJson } from "./fetch-json.ts";
import { fetchLines } from "./fetch-lines.ts";
import { fetchRawBody } from "./notifications.ts";
import { answerProofRequests } from "./proof.ts";

const scope = { environment: "demo", merchant: "cafe" };
const signal = new AbortController().signal;
const schema = z.object({ count: z.number() });

async function readLines() {
  const lines = [];
  for await (const line of fetchLines("/api/demo/lines", { schema: async () => schema, signal })) lines.push(line);
  return lines;
}

/** Every way in which a page sends something. */
const ways: [string, () => Promise<unknown>][] = [
  ["JSON", () => fetchJson("/api/demo/things", { schema, method: "POST" })],
  ["lines", readLines],
  ["an import", () => importMerchants("demo", "slug,name", { onStep: () => {} })],
  ["a file", () => downloadFile("/api/demo/export", { body: {}, signal, onProgress: () => {} })],
  ["a support bundle", () => fetchSupportBundle(scope, { reference: "R1" }, "md")],
  ["a raw body", () => fetchRawBody(scope, "n-1", "Because")],
];

const location = { pathname: "/demo/merchants", search: "?q=cafe", assign: vi.fn() };
const answers = { lines: '{"step":"end","result":{"stored":true,"lines":[]}}\n', count: '{"count":1}\n' };
const refused = (status: number, code: string) =>
  Response.json({ error: { code, message: "Refused.", requestId: "r-1" } }, { status });
let stopAnswering = () => {};

beforeEach(() => vi.stubGlobal("location", location));
afterEach(() => {
  stopAnswering();
  location.assign.mockReset();
  vi.unstubAllGlobals();
});

function answerWith(...responses: (() => Response)[]) {
  const fetched = vi.fn(async (_path: string, _init: RequestInit) =>
    (responses.shift() ?? (() => Promise.reject(new TypeError("Failed to fetch"))))(),
  );
  vi.stubGlobal("fetch", fetched);
  return fetched;
}

test.each(ways)("%s: without a connection it is a network error, in the user's language", async (_, send) => {
  answerWith();
  await expect(send()).rejects.toMatchObject({ code: "network", status: null });
});

test.each(ways)("%s: an expired session leads to signing in, and back here", async (_, send) => {
  answerWith(() => refused(401, "unauthenticated"));
  await expect(send()).rejects.toMatchObject({ status: 401, requestId: "r-1" });
  expect(location.assign).toHaveBeenCalledExactlyOnceWith("/login?next=%2Fdemo%2Fmerchants%3Fq%3Dcafe");
});

test.each(ways)("%s: where a recent sign-in is needed, it is asked for, and the same is sent again", async (name, send) => {
  const fetched = answerWith(
    () => refused(403, "proof_required"),
    () => new Response(name === "an import" ? answers.lines : answers.count),
  );
  stopAnswering = answerProofRequests(async () => true);
  await send();
  expect(fetched).toHaveBeenCalledTimes(2);
  const [first, second] = fetched.mock.calls.map(([path, { signal: _, ...request }]) => [path, request]);
  expect(second).toEqual(first);
});

test.each(ways)("%s: without that sign-in nothing is sent again", async (_, send) => {
  const fetched = answerWith(() => refused(403, "proof_required"));
  stopAnswering = answerProofRequests(async () => false);
  await expect(send()).rejects.toMatchObject({ code: "proof_required" });
  expect(fetched).toHaveBeenCalledOnce();
});
