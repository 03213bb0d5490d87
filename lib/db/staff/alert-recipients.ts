import { eq } from "drizzle-orm";
import type { Vault } from "#lib/vault/vault.ts";
import type { Queryable } from "../connection/open-store.ts";
import { personName } from "../schema/person-name.ts";
import { staff } from "../schema/staff.ts";
import { named, toStaffRow } from "./staff.ts";
import { productionOpen } from "./staff-sessions.ts";

export type AlertRecipient = { email: string; language: string | null; merchants: readonly string[] | null };

/** Who may be told of an environment's alerts; undefined when disabled, or for production when they may not open it. */
export async function findAlertRecipient(
  db: Queryable,
  vault: Vault,
  { staffId, environment }: { staffId: string; environment: string },
): Promise<AlertRecipient | undefined> {
  const [row] = await db
    .select({ staff, name: personName, productionOpen })
    .from(staff)
    .innerJoin(personName, named)
    .where(eq(staff.id, staffId));
  if (!row) return undefined;
  const { email, language, merchants, disabledAt, seeded } = toStaffRow(vault, row);
  const isClosed = environment === "production" && (seeded || !row.productionOpen);
  return disabledAt !== null || isClosed ? undefined : { email, language, merchants };
}
