import type { ClientBase } from "pg";

let isPinned = true;

/** Only for the crash test, which must detect what an unflushed commit loses. */
export function unpinCommitMode(): void {
  isPinned = false;
}

/**
 * What we answer with OK must be on disk, whatever the server, role or address configure. A stricter mode is left as it is.
 * Behind a pooler it stays for the next client too, which does no harm; there the role is set as well (`limitPooledRole`).
 */
export async function pinCommitMode(client: ClientBase): Promise<void> {
  if (!isPinned) return;
  await client.query(`select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') not in ('on', 'remote_write', 'remote_apply')`);
}

/** Server settings that must be on for a commit to survive a power cut; a connection cannot set them. */
export async function listUnsafeSettings(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name",
  );
  return rows.map(({ name }) => name);
}
