import { benchEnvironment } from "../find/fill-ledger.ts";
import type { Cluster } from "../support/cluster.ts";
import { atLeast, atMost } from "../support/goals.ts";
import type { OwnRun } from "../support/own-run.ts";
import type { Figure } from "../support/report.ts";
import { ask, waitUntilTrue } from "./ask.ts";
import { countBy } from "./measure-pages.ts";
import { openScene, type Scene } from "./scene.ts";
import { startSceneApp } from "./scene-app.ts";

type Sizes = {
  merchants: number;
  fewMerchants: number;
  atOnce: number;
  latencyMs: number;
  callsPerSecond: number;
  waitSeconds: number;
};

/** More rejections in a row would stop any integration. */
const refused = 2;

/** Many users at once after a start of the app: counts the gateway's responses to sign-ins. */
export async function measureCold(run: OwnRun, cluster: Cluster, sizes: Sizes) {
  const few = await startCold(run, cluster, { ...sizes, merchants: sizes.fewMerchants });
  const many = await startCold(run, cluster, sizes);
  const figures: Figure[] = [
    { name: "cold: answers with few merchants", value: JSON.stringify(few.statuses) },
    { name: "cold: answers", value: JSON.stringify(many.statuses) },
    atLeast("cold: answers with 200", many.statuses["200"] ?? 0, 1),
    atLeast("cold: merchants that the gateway refused", many.refusals.length, 1),
    atMost("cold: sign-ins sent that the gateway refused, of one merchant", many.refusedEach, 1, String),
    atMost("cold: refusals the guard did not count once each", many.miscounted, 0, String),
    atMost("cold: accepted sign-ins counted as failed", many.wronglyCounted, 0, String),
    atMost("cold: environments stopped", many.stopped, 0, String),
  ];
  return { few, many, figures };
}

async function startCold(
  run: OwnRun,
  cluster: Cluster,
  { merchants, atOnce, latencyMs, callsPerSecond, waitSeconds }: Omit<Sizes, "fewMerchants">,
) {
  const scene = await openScene(run, cluster, { name: "cold", merchants, latencyMs, refused });
  const app = await startSceneApp(run, scene, { env: { SYNC_CALLS_PER_SECOND: String(callsPerSecond) } });
  const answers = await Promise.all(
    Array.from({ length: atOnce }, (_, index) => {
      const slug = scene.slugs[index % scene.slugs.length];
      return ask(
        app,
        index % 4 === 3
          ? `/api/${benchEnvironment}/transactions?limit=50`
          : `/api/${benchEnvironment}/${slug}/transactions?limit=50`,
      );
    }),
  );
  await waitUntilTrue(Math.min(60, waitSeconds) * 1_000, 500, async () => (await readGuard(scene)).inflight === 0);
  const { refused: refusals } = await scene.gateway.tally();
  const guard = await readGuard(scene);
  await app.stop();
  const counts = Object.values(refusals);
  const failedAttempts = guard.failedAttempts.toSorted((left, right) => right - left);
  return {
    statuses: countBy(answers.map(({ status }) => String(status))),
    refusals: counts,
    failedAttempts,
    refusedEach: Math.max(0, ...counts),
    miscounted: counts.filter((count, index) => failedAttempts[index] !== count).length,
    wronglyCounted: Math.max(0, failedAttempts.length - counts.length),
    stopped: guard.stopped,
  };
}

/** The lockout guard's state for merchants and for the integration. */
async function readGuard({ pool }: Scene): Promise<{ failedAttempts: number[]; inflight: number; stopped: number }> {
  const { rows } = await pool.query<{ failedAttempts: number[] | null; inflight: number; stopped: number }>(
    `select array_agg(failed_attempt_count) filter (where kind = 'session' and failed_attempt_count > 0) as "failedAttempts",
       (count(*) filter (where inflight_until > now()))::int as inflight,
       (count(*) filter (where kind = 'token' and state = 'open'))::int as stopped
     from identity_pair where environment = $1`,
    [benchEnvironment],
  );
  return { failedAttempts: rows[0]?.failedAttempts ?? [], inflight: rows[0]?.inflight ?? 0, stopped: rows[0]?.stopped ?? 0 };
}
