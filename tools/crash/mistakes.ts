import pg from "pg";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import type { Mistake } from "./fail-points.ts";
import { type KillGoals, type KillResult, runKills } from "./kill-run.ts";
import type { Scene } from "./scene.ts";

const roundsMax = 3;

const goals: Record<Mistake, KillGoals> = {
  acknowledge_before_commit: { acknowledged: 300, kills: 4, restarts: 0 },
  commit_without_flush: { acknowledged: 600, kills: 0, restarts: 2 },
};

/** Runs a receiver with that fault until the comparison shows a loss; the last result shows whether it did. */
export async function runMistake(run: OwnRun, mistake: Mistake): Promise<KillResult & { rounds: number }> {
  for (let round = 1; ; round++) {
    const prepare = mistake === "commit_without_flush" ? flushRarely : undefined;
    const result = await runKills({ run, name: `${mistake}-${round}`, goals: goals[mistake], mistake, prepare });
    if (result.comparison.lost.length > 0 || round === roundsMax) return { ...result, rounds: round };
  }
}

/** A machine's crash would lose data that is written but not flushed; an immediate stop loses only what the server has in memory. */
async function flushRarely({ cluster }: Scene): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.urlOf("postgres") });
  await client.connect();
  try {
    await client.query("alter system set wal_writer_delay = '10s'");
    await client.query("alter system set wal_writer_flush_after = '64MB'");
    await client.query("select pg_reload_conf()");
  } finally {
    await client.end();
  }
}
