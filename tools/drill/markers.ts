import { setTimeout as wait } from "node:timers/promises";
import type pg from "pg";
import { withClient } from "#lib/db/connection/with-client.ts";

/** Rows that the drill itself writes, to see which server takes them. */
const markers = "drill_marker";
/** What a process on a machine that was cut off waits for, before it takes its commit for lost. */
const refusedMs = 2_000;

export const createMarkers = (url: string) =>
  withClient({ connectionString: url }, (client) => client.query(`create table ${markers} (name text)`));

export async function readMarkers(url: string): Promise<string[]> {
  const { rows } = await withClient({ connectionString: url }, (client) =>
    client.query<{ name: string }>(`select name from ${markers}`),
  );
  return rows.map(({ name }) => name);
}

/** Whether the server acknowledged it. */
export function tryWrite(client: pg.Client, name: string): Promise<boolean> {
  const commit = client.query(`insert into ${markers} values ($1)`, [name]).then(
    () => true,
    () => false,
  );
  return Promise.race([commit, wait(refusedMs, false)]);
}
