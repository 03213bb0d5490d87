import pg from "pg";
import { findRunningDatabase } from "#lib/store/embedded/embedded-database.ts";
import { readSignIn } from "./desk.ts";
import { dataDir } from "./surroundings.ts";

type Person = { email: string; password: string };

/** A viewer of some merchants only. */
export function addRestrictedViewer(email: string, merchants: readonly string[]): Promise<Person> {
  return addColleague(email, { role: "viewer", merchants });
}

/** Somebody of that role, written beside the seeded ones: the sandbox's administrators invite nobody. */
export async function addColleague(
  email: string,
  { role, merchants = null }: { role: string; merchants?: readonly string[] | null },
): Promise<Person> {
  const seeded = readSignIn().staff.find((each) => each.role === role);
  const client = new pg.Client({ connectionString: await findRunningDatabase(dataDir) });
  await client.connect();
  try {
    await client.query(
      `insert into staff (email, password_hash, role, seeded, merchants)
       select $1, password_hash, role, true, $2 from staff where email = $3 on conflict (email) do nothing`,
      [email, merchants, seeded?.email],
    );
  } finally {
    await client.end();
  }
  return { email, password: seeded?.password ?? "" };
}
