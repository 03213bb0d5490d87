import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { NextVersion } from "./next-version.ts";

const withinMs = 120_000;
const pollMs = 20;

export type Kill = {
  name: string;
  /** Matches the statement during which it is killed, or the moment it is connected. */
  at: RegExp;
  /** Kept open meanwhile, so that the step is surely under way: what a long reading holds. */
  holding?: string;
  /** An open snapshot keeps every index from being finished. */
  isolation?: "repeatable read";
  /** Whether the server is told as well, as by a machine that is gone; otherwise its statement goes on for a while. */
  isMachineGone?: boolean;
};

/** Starts `npm run migrate -- apply` and kills it at that step. Answers whether it was killed there. */
export async function killAt(next: NextVersion, env: Record<string, string>, kill: Kill): Promise<boolean> {
  const [watcher, holder] = [new pg.Client(env.DATABASE_URL), new pg.Client(env.DATABASE_URL)];
  await Promise.all([watcher.connect(), holder.connect()]);
  try {
    if (kill.holding) await holder.query(`begin isolation level ${kill.isolation ?? "read committed"}; ${kill.holding}`);
    const migrating = next.start("scripts/migrate.ts", ["apply"], "killed", env);
    const pid = await findStep(watcher, kill.at);
    migrating.kill("SIGKILL");
    const { signal } = await migrating.ended;
    if (pid !== undefined && kill.isMachineGone) await watcher.query("select pg_terminate_backend($1)", [pid]);
    return pid !== undefined && signal === "SIGKILL";
  } finally {
    await Promise.all([watcher.end(), holder.end()]);
  }
}

async function findStep(client: pg.Client, at: RegExp): Promise<number | undefined> {
  for (const giveUpAt = performance.now() + withinMs; performance.now() < giveUpAt; await wait(pollMs)) {
    const { rows } = await client.query<{ pid: number; query: string }>(
      "select pid, query from pg_stat_activity where application_name = 'counterfoil migrate' and datname = current_database()",
    );
    const found = rows.find(({ query }) => at.test(query));
    if (found) return found.pid;
  }
  return undefined;
}
