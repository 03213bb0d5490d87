import { eq } from "drizzle-orm";
import { openVault } from "#lib/app/open-vault.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { staff } from "#lib/db/schema/staff.ts";
import { insertInvitation } from "#lib/db/staff/invitations.ts";
import { findStaffByEmail, insertStaff } from "#lib/db/staff/staff.ts";
import { createLinkToken, hashLinkToken, toLink } from "#lib/services/staff/links.ts";
import { findRunningDatabase } from "#tools/embedded-postgres/embedded-database.ts";
import { readFirstAdminLink, readSignIn } from "./app.ts";
import { appEnv, dataDir, origin } from "./surroundings.ts";

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
  return withStaff(async ({ store, vault }) => {
    const passwordHash = (await findStaffByEmail(store.db, vault, seeded?.email ?? ""))?.passwordHash ?? "";
    await insertStaff(store.db, vault, { email, role, merchants: merchants && [...merchants], permissions: [], passwordHash });
    const member = await findStaffByEmail(store.db, vault, email);
    if (!member) throw new Error("The person was not stored.");
    await store.db.update(staff).set({ seeded: true }).where(eq(staff.id, member.id));
    return { id: member.id, email, password: seeded?.password ?? "" };
  });
}

/** The link that `npm start` printed; in a second try, which may find it used, one of the same rights that anybody may use. */
export async function findAdminLink({ isSecondTry }: { isSecondTry: boolean }): Promise<string> {
  if (!isSecondTry) return readFirstAdminLink();
  const token = createLinkToken();
  await withStaff(({ store, vault }) =>
    insertInvitation(store.db, vault, {
      tokenHash: hashLinkToken(token),
      kind: "invitation",
      email: null,
      role: "admin",
      permissions: ["refund"],
      merchants: null,
      createdBy: readSignIn().staff.find(({ role }) => role === "admin")?.email ?? "",
      lifetimeMs: 3_600_000,
    }),
  );
  return toLink(origin, token);
}

type Opened = { store: ReturnType<typeof openStore>; vault: Awaited<ReturnType<typeof openVault>> };

async function withStaff<T>(run: (opened: Opened) => Promise<T>): Promise<T> {
  const store = openStore({ url: (await findRunningDatabase(dataDir)) ?? "", connectionsMax: 1 });
  try {
    return await run({ store, vault: await openVault(store, loadSettings(appEnv).vaultKeys) });
  } finally {
    await store.close();
  }
}
