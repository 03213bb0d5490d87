import { randomBytes } from "node:crypto";
import { readdir, rename, rm, writeFile } from "node:fs/promises";
import path from "node:path";
import { type Fault, whatWaited } from "./fault.ts";
import type { Stage } from "./stage.ts";

/** More than the smallest spool holds while the database is away. */
const floodPerSecond = 300;
const damagedBytes = 4_096;

const receiverOf = ({ scene }: Stage) => {
  const receiver = scene.members.find(({ role }) => role === "receiver");
  if (!receiver) throw new Error("The drill has no receiver.");
  return receiver;
};

export const spoolFull: Fault = {
  name: "the database is away and the spool is full",
  alerts: ["DatabaseAway", "NotificationsRefused", "SpoolInUse", "SpoolNearlyFull", "SpoolRefused"],
  mayFollow: whatWaited,
  async begin(stage) {
    await stage.scene.cluster.stop("immediate");
    // Past the balancer, which takes a receiver without room out.
    const origin = `http://127.0.0.1:${receiverOf(stage).port}`;
    const flood = stage.scene.send({ perSecond: floodPerSecond, prefix: "FLOOD", origin });
    return async () => {
      await flood.stop();
      await stage.scene.cluster.start();
    };
  },
};

export const spoolDamaged: Fault = {
  name: "a file of the spool is damaged",
  alerts: ["SpoolSetAside"],
  async begin(stage) {
    const folder = path.join(receiverOf(stage).dataDir, "notify-spool");
    await writeFile(path.join(folder, `${Date.now()}-1-damaged.spool`), randomBytes(damagedBytes), { mode: 0o600 });
    return async () => {
      for (const name of await readdir(folder)) if (name.endsWith(".aside")) await rm(path.join(folder, name));
    };
  },
};

export const notificationDamaged: Fault = {
  name: "a stored notification cannot be read",
  alerts: ["NotificationsSetAside"],
  async begin({ query, until, scene, runProgram }) {
    const change = async (sql: string) => {
      await query(`update delivery set body = ${sql} where id = $1`, [id]);
      await runProgram("reparse");
    };
    const sending = scene.send({ perSecond: 1, prefix: "DAMAGED" });
    await until("a notification is acknowledged", async () => sending.okCount() > 0);
    await sending.stop();
    const [{ id } = { id: "" }] = await query<{ id: string }>("select id from delivery where order_id = 'DAMAGED-0'");
    const flipped = "set_byte(body, length(body) - 1, 255 - get_byte(body, length(body) - 1))";
    // As when it is processed for the first time.
    await query(
      `with damaged as (update delivery set body = ${flipped} where id = $1 returning id, merchant_id)
      insert into delivery_outbox (merchant_id, delivery_id, acts) select merchant_id, id, false from damaged`,
      [id],
    );
    return () => change(flipped);
  },
};

export const journalAway: Fault = {
  name: "the journal's disk is away",
  alerts: ["JournalFailing"],
  async begin({ journalDir }) {
    await rename(journalDir, `${journalDir}.away`);
    await writeFile(journalDir, "");
    return async () => {
      await rm(journalDir);
      await rename(`${journalDir}.away`, journalDir);
    };
  },
};
