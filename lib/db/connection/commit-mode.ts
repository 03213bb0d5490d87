import type { ClientBase } from "pg";

let isPinned = true;

/** For the crash run alone, which must notice what an unflushed commit loses. */
export function unpinCommitMode(): void {
  isPinned = false;
}

/** What is answered OK must be on the disk, whatever the server, the role or the address say. A stricter mode stays. */
export async function pinCommitMode(client: ClientBase): Promise<void> {
  if (!isPinned) return;
  await client.query(`select set_config('synchronous_commit', 'on', false)
    where current_setting('synchronous_commit') not in ('on', 'remote_write', 'remote_apply')`);
}

/** Settings of the whole server that must be on for a commit to outlive a power cut; no connection can set them. */
export async function listUnsafeSettings(client: ClientBase): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    "select name from pg_settings where name in ('fsync', 'full_page_writes') and setting = 'off' order by name",
  );
  return rows.map(({ name }) => name);
}
