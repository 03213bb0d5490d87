import pg from "pg";
import { findRunningDatabase } from "#lib/store/embedded/embedded-database.ts";
import { readSignIn } from "./desk.ts";
import { dataDir } from "./surroundings.ts";

/** A viewer of some merchants only, written beside the seeded ones: the sandbox's administrators invite nobody. */
export async function addRestrictedViewer(
  email: string,
  merchants: readonly string[],
): Promise<{ email: string; password: string }> {
  const viewer = readSignIn().staff.find(({ role }) => role === "viewer");
  const client = new pg.Client({ connectionString: await findRunningDatabase(dataDir) });
  await client.connect();
  try {
    await client.query(
      `insert into staff (email, password_hash, role, seeded, merchants)
       select $1, password_hash, role, true, $2 from staff where email = $3 on conflict (email) do nothing`,
      [email, merchants, viewer?.email],
    );
  } finally {
    await client.end();
  }
  return { email, password: viewer?.password ?? "" };
}
