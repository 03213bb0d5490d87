import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Dispatcher, Pool } from "undici";
import { type HostileAlphabet, hostileBody } from "#lib/app/testing/hostile-bodies.ts";
import type { EntryPoint } from "../notify/entry-points.ts";
import { loadFully } from "../support/load.ts";
import { type ProbeResult, probeWhile } from "./probe.ts";

export type Observed = { health: ProbeResult; genuine: ProbeResult };
export type Attack = Observed & { alphabet: HostileAlphabet; stored: number; followedMs: number };

type Options = { entryPoint: EntryPoint; endpointIds: readonly string[]; bodies: number };

const healthEveryMs = 20;
const genuineEveryMs = 50;
const senders = 10;
const pollMs = 100;
const processWithinMs = 300_000;

/** Both kinds of callers that must not be affected, during the work. */
export async function observe(entryPoint: EntryPoint, work: () => Promise<void>): Promise<Observed> {
  const pool = new Pool(entryPoint.origin, { connections: 64, pipelining: 1 });
  const ask = async (options: Dispatcher.RequestOptions) => {
    const { statusCode, body } = await pool.request(options);
    return `${statusCode} ${await body.text()}`;
  };
  const sendGenuine = () => {
    const { path, body } = entryPoint.nextShot();
    return ask({ path, method: "POST", body, headers: { "content-type": "application/x-www-form-urlencoded" } });
  };
  const askHealth = () => ask({ path: "/api/health", method: "GET" });
  try {
    const expected = await askHealth();
    let genuine: ProbeResult | undefined;
    const both = async () => {
      genuine = await probeWhile(work, { everyMs: genuineEveryMs, send: sendGenuine, expected: "200 OK" });
    };
    const health = await probeWhile(both, { everyMs: healthEveryMs, send: askHealth, expected });
    if (!genuine) throw new Error("No genuine notification was sent.");
    return { health, genuine };
  } finally {
    await pool.close();
  }
}

/** Hostile bodies of one alphabet, at each endpoint as many as are stored, until the last job for them is done. */
export async function attack({ entryPoint, endpointIds, bodies }: Options, alphabet: HostileAlphabet): Promise<Attack> {
  const client = new pg.Client({ connectionString: entryPoint.databaseUrl });
  await client.connect();
  let sent = 0;
  const nextShot = () => {
    const number = sent++;
    return { path: `/api/notify/${endpointIds[number % endpointIds.length]}`, body: hostileBody(alphabet, number) };
  };
  let followedMs = 0;
  const before = await countForged(client);
  try {
    const observed = await observe(entryPoint, async () => {
      let left = bodies;
      await loadFully({ origin: entryPoint.origin, connections: senders, nextShot, isOver: () => left-- <= 0 });
      const postedAt = performance.now();
      await waitUntilProcessed(client);
      followedMs = performance.now() - postedAt;
    });
    return { ...observed, alphabet, followedMs, stored: (await countForged(client)) - before };
  } finally {
    await client.end();
  }
}

async function countForged(client: pg.Client): Promise<number> {
  const { rows } = await client.query<{ count: number }>("select count(*)::int as count from delivery where verdict = 'invalid'");
  return rows[0]?.count ?? 0;
}

/** Genuine ones continue to arrive; only the forged ones are awaited. */
async function waitUntilProcessed(client: pg.Client): Promise<void> {
  const giveUpAt = performance.now() + processWithinMs;
  for (;;) {
    const { rowCount } = await client.query(`
      select from delivery left join delivery_text on delivery_text.delivery_id = delivery.id
      where verdict = 'invalid' and delivery_text.delivery_id is null
        and not exists (select from delivery_problem where delivery_problem.delivery_id = delivery.id) limit 1`);
    if (rowCount === 0) return;
    if (performance.now() > giveUpAt) throw new Error(`The forged bodies were not followed within ${processWithinMs / 1_000} s.`);
    await wait(pollMs);
  }
}
