import { afterAll, beforeAll, expect, test } from "vitest";
import { openTestApp, type TestApp, type TestPerson } from "./testing/test-app.ts";

const noneLeftOut = { notSearched: [], notSearchedCount: 0 };

let app: TestApp;
let viewer: TestPerson;
beforeAll(async () => {
  app = await openTestApp();
  await app.addMerchant("corner-cafe");
  await app.addMerchant("bakery");
  viewer = await app.addPerson({ merchants: ["sandbox/corner-cafe"] });
});
afterAll(() => app.close());

async function stepsOf(q: string): Promise<Record<string, unknown>[]> {
  const response = await app.call({ path: `/api/sandbox/find/steps?q=${encodeURIComponent(q)}`, cookie: viewer.cookie });
  expect([response.status, response.headers.get("content-type")]).toEqual([200, "application/x-ndjson; charset=utf-8"]);
  return (await response.text())
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
}

test("steps are streamed as lines, for allowed merchants only, with the reason why one was not searched", async () => {
  expect(await stepsOf("NOSUCHREF1")).toEqual([
    { step: "here", hits: [], toAsk: ["corner-cafe"], ...noneLeftOut },
    { step: "asking", merchant: "corner-cafe" },
    {
      step: "asked",
      merchant: "corner-cafe",
      hits: [],
      problem: expect.any(String),
      problemDetails: { reason: "not_connected" },
    },
    { step: "end", note: null },
  ]);
});

test("a refused request is an ordinary error, not the beginning of a stream", async () => {
  const response = await app.call({ path: "/api/sandbox/find/steps?q=", cookie: viewer.cookie });
  expect([response.status, (await response.json()).error.code]).toEqual([400, "invalid_input"]);
});
