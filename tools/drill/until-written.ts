import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import type { Heard } from "./gateway.ts";
import type { Member } from "./member.ts";
import type { Scene } from "./scene.ts";

/** How long after `since` (performance.now()) the first notification that was sent to a process was in the database. */
export type Written = Pick<Heard, "acknowledged"> & { seconds: number };

type Options = { scene: Scene; member: Member; url: string; prefix: string; since: number };

const perSecond = 4;
const giveUpMs = 60_000;
const pollMs = 100;

/** Sends notifications to that process, past the balancer, until one is in the database at `url`. */
export async function untilWritten({ scene, member, url, prefix, since }: Options): Promise<Written> {
  const gateway = scene.send({ perSecond, prefix, origin: `http://127.0.0.1:${member.port}` });
  const client = new pg.Client({ connectionString: url });
  client.on("error", () => {});
  await client.connect();
  const giveUpAt = performance.now() + giveUpMs;
  try {
    while (performance.now() < giveUpAt) {
      const { rows } = await client.query("select from delivery where order_id like $1 limit 1", [`${prefix}-%`]);
      if (rows.length > 0) break;
      await wait(pollMs);
    }
  } finally {
    await client.end();
  }
  const seconds = (performance.now() - since) / 1_000;
  const { acknowledged } = await gateway.stop();
  return { seconds, acknowledged };
}
