import { createServer } from "node:http";
import { expect, onTestFinished, test } from "vitest";
import type { LoadResult } from "../support/load.ts";
import type { EntryPoint } from "./entry-points.ts";
import { measureHalfRate, measureMemory, type Round } from "./measure.ts";

/** A receiver that refuses everything, quickly. */
async function openRefusing(): Promise<EntryPoint> {
  const server = createServer((request, response) => request.resume().on("end", () => response.writeHead(503).end()));
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  onTestFinished(() => void server.close());
  const address = server.address();
  const origin = `http://127.0.0.1:${typeof address === "object" ? address?.port : 0}`;
  const nextShot = () => ({ path: "/api/notify/1", body: Buffer.from("a=1") });
  return { origin, pid: process.pid, databaseUrl: "", endpointIds: [], nextShot, waitUntilProcessed: async () => {} };
}

test("refusals count neither at half the rate nor while memory is measured", async () => {
  const entryPoint = await openRefusing();
  const entryPoints = { frontServer: entryPoint, receiver: entryPoint, route: entryPoint };
  const result: LoadResult = { perSecond: 100, latencyMs: { p50: 1, p95: 1, p99: 1, max: 1 }, statuses: { "200": 1 } };
  const round: Round = {
    ...{ emptyRoute: result, baseline: result, route: result, frontServer: result, receiver: result },
    load: 0,
  };
  const half = measureHalfRate({ entryPoints, connections: 1, measured: [round], durationMs: 100 });
  await expect(half).rejects.toThrow(/^frontServer did not only answer 200: .*503/);
  const memory = measureMemory({ entryPoints, connections: 1, notifications: 2, hugeMegabytes: 1, settleMs: 1 });
  await expect(memory).rejects.toThrow(/^frontServer did not only answer 200: .*503/);
});
