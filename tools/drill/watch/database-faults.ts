import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import pg from "pg";
import { type Fault, whatWaited } from "./fault.ts";
import type { Stage } from "./stage.ts";

const notes = "/api/demo/corner-cafe/notes?reference=POSA00000000XXXX";
const requests = 10;
/** More than a pool has connections. */
const askedAtOnce = 40;
const pollMs = 100;

export const databaseAway: Fault = {
  name: "the database is away",
  alerts: ["DatabaseAway", "SpoolInUse"],
  mayFollow: whatWaited,
  async begin({ scene: { cluster } }) {
    await cluster.stop("immediate");
    return () => cluster.start();
  },
};

/** As when the standby's machine is lost. */
export const standbyAway: Fault = {
  name: "commits wait for a standby that is away",
  alerts: ["SpoolInUse", "StandbyAway"],
  mayFollow: whatWaited,
  async begin({ query }) {
    const want = async (names: string) => {
      await query(`alter system set synchronous_standby_names = '${names}'`);
      await query("select pg_reload_conf()");
    };
    await want("away");
    return () => want("");
  },
};

/** As an index that is built without `concurrently`, on a table that only the work behind notifications writes to. */
export const processingHeldUp: Fault = {
  name: "the processing of notifications is held up",
  alerts: ["ProcessingLate"],
  begin: (stage) => holdLock(stage, "lock table reconciliation in share mode"),
};

export const listsHeldUp: Fault = {
  name: "a table of lists is locked",
  alerts: ["DatabasePoolFull"],
  async begin(stage) {
    const release = await holdLock(stage, "lock table note in access exclusive mode");
    const asking = keepAsking(() => stage.call("GET", notes));
    return async () => {
      await release();
      await asking.stop();
    };
  },
};

export const changesHeldUp: Fault = {
  name: "changes of staff are held up",
  alerts: ["DatabasePoolFull", "EventsLate"],
  async begin(stage) {
    const release = await holdLock(stage, "lock table saved_view in share mode");
    const view = { merchant: null, search: {}, movingDays: null, columns: null };
    const asking = keepAsking(() => stage.call("POST", "/api/demo/transactions/views", { ...view, name: randomUUID() }));
    return async () => {
      await release();
      await asking.stop();
    };
  },
};

/** As when a migration of another version took it away. */
export const tableMissing: Fault = {
  name: "a table is missing",
  alerts: ["RequestsFailing"],
  async begin({ query, call }) {
    await query("alter table note rename to note_away");
    for (let made = 0; made < requests; made++) await (await call("GET", notes)).text();
    return () => query("alter table note_away rename to note");
  },
};

/** So many at once, each again when it is answered. */
function keepAsking(ask: () => Promise<Response>): { stop(): Promise<unknown> } {
  let isOver = false;
  const askOn = async () => {
    while (!isOver)
      await ask().then(
        (answer) => answer.text(),
        () => wait(pollMs),
      );
  };
  const asking = Promise.all(Array.from({ length: askedAtOnce }, askOn));
  return {
    stop() {
      isOver = true;
      return asking;
    },
  };
}

/** In a transaction that stays open until it is released, with a number as one that changes something has. */
async function holdLock({ scene }: Stage, statement: string): Promise<() => Promise<void>> {
  const client = new pg.Client({ connectionString: scene.database.url, application_name: "drill" });
  await client.connect();
  await client.query("begin");
  await client.query("select pg_current_xact_id()");
  await client.query(statement);
  return () => client.end();
}
