import { eq } from "drizzle-orm";
import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { findStaffByEmail, insertStaff } from "#lib/db/staff/staff.ts";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { readSignIn } from "./app.ts";
import { appEnv, dataDir } from "./surroundings.ts";

type Person = { id: string; email: string; password: string };

/** A viewer of some merchants only. */
export function addRestrictedViewer(email: string, merchants: readonly string[]): Promise<Person> {
  return addColleague(email, { role: "viewer", merchants });
}

/**
 * A team member of that role beside the seeded ones, with the seeded password: the sandbox's administrators cannot
 * invite.
 */
export async function addColleague(
  email: string,
  { role, merchants = null }: { role: string; merchants?: readonly string[] | null },
): Promise<Person> {
  const seeded = readSignIn().staff.find((item) => item.role === role);
  const store = openStore({ url: (await findRunningDatabase(dataDir)) ?? "", connectionsMax: 1 });
  try {
    const vault = await openVault(store, loadSettings(appEnv).vaultKeys);
    const passwordHash = (await findStaffByEmail(store.db, vault, seeded?.email ?? ""))?.passwordHash ?? "";
    await insertStaff(store.db, vault, { email, role, merchants: merchants && [...merchants], permissions: [], passwordHash });
    const member = await findStaffByEmail(store.db, vault, email);
    if (!member) throw new Error("The person was not stored.");
    await store.db.update(staff).set({ seeded: true }).where(eq(staff.id, member.id));
    return { id: member.id, email, password: seeded?.password ?? "" };
  } finally {
    await store.close();
  }
}
