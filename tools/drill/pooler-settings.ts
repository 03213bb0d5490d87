import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { checkPooler } from "#lib/app/doctor/check-pooler.ts";
import { createLiveListener } from "#lib/app/events/event-listener.ts";
import { liveChannel } from "#lib/db/events/event-notice.ts";
import { migrateStore } from "#lib/db/migrate/migrate-store.ts";
import { PooledMigrationError } from "#lib/db/migrate/schema-version.ts";
import type { Figure } from "#tools/bench/support/report.ts";

const wakeUps = 20;
const apartMs = 100;

/** Wake-ups and a migration through the pooler, which must fail. */
export async function tryWithoutDirect(pooled: string, direct: string): Promise<Figure[]> {
  const [lost, heard] = [await countHeard(pooled, direct), await countHeard(direct, direct)];
  const refused = await migrateStore({ url: pooled }).then(
    () => false,
    (error: unknown) => error instanceof PooledMigrationError,
  );
  const name = "without DATABASE_DIRECT_URL";
  const half = wakeUps / 2;
  return [
    {
      name: `pgbouncer, wrong (${name}): wake-ups heard`,
      value: `${lost} of ${wakeUps}`,
      goal: `under ${half}`,
      isMet: lost < half,
    },
    { name: `pgbouncer, wrong (${name}): a migration`, value: refused ? "refused" : "ran", goal: "refused", isMet: refused },
    { name: "pgbouncer: wake-ups heard", value: `${heard} of ${wakeUps}`, goal: String(wakeUps), isMet: heard === wakeUps },
  ];
}

/** Wake-ups of the live events' channel that a process hears which listens at that address, besides its own after connecting. */
async function countHeard(url: string, direct: string): Promise<number> {
  let heard = -1;
  const log = { info: () => {}, warn: () => {}, error: () => {} };
  const listener = createLiveListener({ url, log, onNotify: () => heard++ });
  const sender = new pg.Client({ connectionString: direct });
  try {
    await sender.connect();
    await listener.start();
    for (let sent = 0; sent < wakeUps; sent++) {
      await wait(apartMs);
      await sender.query("select pg_notify($1, $2)", [liveChannel, String(sent)]);
    }
    await wait(apartMs);
    return heard;
  } finally {
    await listener.close();
    await sender.end();
  }
}

export async function askDoctor(pooled: string, direct: string): Promise<Figure[]> {
  const client = new pg.Client({ connectionString: direct });
  await client.connect();
  try {
    const [wrong, right] = [
      await checkPooler(client, pooled, { databaseDirectUrl: undefined }),
      await checkPooler(client, pooled, { databaseDirectUrl: direct }),
    ];
    const figure = (name: string, findings: typeof right, goal: string): Figure => {
      const value = findings.map(({ level }) => level).join(", ") || "nothing";
      return {
        name: `pgbouncer, the doctor, ${name}`,
        value,
        goal,
        isMet: value === goal,
        ...(value === goal ? {} : { value: findings.map(({ text }) => text).join(" ") }),
      };
    };
    return [figure("without DATABASE_DIRECT_URL", wrong, "fault"), figure("with it", right, "ok")];
  } finally {
    await client.end();
  }
}
