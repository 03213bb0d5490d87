import type { OwnRun } from "../support/own-run.ts";
import { toPercentiles } from "../support/percentiles.ts";
import { startBenchApp } from "./bench-app.ts";
import type { BenchDashboard } from "./bench-dashboard.ts";
import { benchEnvironment } from "./fill-ledger.ts";
import { sampleIdentifiers } from "./samples.ts";

/** Sequential requests over a keep-alive connection with a session, alternating with the smallest handler. */
export async function measureHttp(run: OwnRun, app: BenchDashboard, finds: number) {
  const { origin, cookie } = await startBenchApp(run, app);
  const get = async (address: string) => {
    const startedAt = performance.now();
    const answer = await fetch(`${origin}${address}`, { headers: { cookie } });
    await answer.arrayBuffer();
    if (!answer.ok) throw new Error(`${address} answered ${answer.status}`);
    return performance.now() - startedAt;
  };
  const [find, empty] = [[] as number[], [] as number[]];
  for (const [index, q] of (await sampleIdentifiers(app.runtime.store.pool, finds)).entries()) {
    const findMs = await get(`/api/${benchEnvironment}/find?q=${encodeURIComponent(q)}`);
    const emptyMs = await get("/api/health");
    if (index < finds / 10) continue;
    find.push(findMs);
    empty.push(emptyMs);
  }
  return { find: toPercentiles(find), empty: toPercentiles(empty) };
}
