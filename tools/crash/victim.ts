import { z } from "zod";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { unpinCommitMode } from "#lib/db/connection/commit-mode.ts";
import type { DeliveryRecord } from "#lib/notifications/ports.ts";
import { acknowledgeBeforeCommit, failAt, failPoints, killWhileAnswering } from "./fail-points.ts";

// An app or a receiver as `npm start` and `npm run receiver` run them, in a process that is to be killed.
const orders = z
  .object({
    CRASH_ENTRY_POINT: z.enum(["front server", "receiver"]),
    CRASH_POINT: z.enum(failPoints),
    CRASH_AFTER: z.coerce.number().int().min(1),
    CRASH_MISTAKE: z.enum(["acknowledge_before_commit", "commit_without_flush", ""]),
    DATABASE_URL: z.string(),
  })
  .parse(process.env);

const wrapRecord = (record: DeliveryRecord) => {
  const deliveryRecord = orders.CRASH_MISTAKE === "acknowledge_before_commit" ? acknowledgeBeforeCommit(record) : record;
  return failAt(deliveryRecord, orders.CRASH_POINT, orders.CRASH_AFTER);
};

if (orders.CRASH_MISTAKE === "commit_without_flush") unpinCommitMode();
if (orders.CRASH_POINT === "while_answering") killWhileAnswering(orders.CRASH_AFTER);
const settings = loadSettings(process.env);
const options = { settings, databaseUrl: orders.DATABASE_URL, wrapRecord };
try {
  const running = await start();
  process.once("SIGTERM", () => void running.stop().then(() => process.exit(0)));
} catch (error) {
  // The database may be away: the parent retries for a while.
  process.stderr.write(`${error instanceof Error ? (error.stack ?? error.message) : error}\n`);
  process.exit(3);
}

async function start(): Promise<{ stop(): Promise<void> }> {
  if (orders.CRASH_ENTRY_POINT === "receiver") return (await import("#lib/app/start-receiver.ts")).startReceiver(options);
  return (await import("../../server.ts")).startServer(options);
}
