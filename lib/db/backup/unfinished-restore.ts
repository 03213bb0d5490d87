import type { ClientBase } from "pg";
import { z } from "zod";

const settingKey = "restore.unfinished";

const unfinishedSchema = z.object({
  /** Of the backup, or of the folder that was restored to a point in time. */
  id: z.string(),
  /** What is in the database is as of then. */
  takenAt: z.iso.datetime(),
  restoredAt: z.iso.datetime(),
});

/** A restore whose rows are there and whose fence is not: nothing may serve this database. The message is one line. */
export class RestoreUnfinishedError extends Error {
  override name = "RestoreUnfinishedError";
}

export type UnfinishedRestore = z.infer<typeof unfinishedSchema>;

/** In the transaction that stores the rows, so that there is no moment in which they could be served without a fence. */
export async function markUnfinished(client: ClientBase, restore: UnfinishedRestore): Promise<void> {
  await client.query(
    "insert into setting (key, value) values ($1, $2) on conflict (key) do update set value = excluded.value, updated_at = now()",
    [settingKey, JSON.stringify(restore)],
  );
}

export async function findUnfinished(client: ClientBase): Promise<UnfinishedRestore | undefined> {
  const { rows: tables } = await client.query("select to_regclass('setting') as name");
  if (tables[0]?.name === null) return undefined;
  const { rows } = await client.query("select value from setting where key = $1", [settingKey]);
  return rows.length > 0 ? unfinishedSchema.parse(rows[0].value) : undefined;
}

export async function clearUnfinished(client: ClientBase): Promise<void> {
  await client.query("delete from setting where key = $1", [settingKey]);
}

export async function requireRestored(client: ClientBase): Promise<void> {
  if (!(await findUnfinished(client))) return;
  throw new RestoreUnfinishedError(
    "A restore into this database was interrupted before it was safe to serve: run npm run restore again with the same flags.",
  );
}
