import { randomBytes } from "node:crypto";
import { z } from "zod";
import { roleSchema } from "#lib/contract/role.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { findSetting, putSetting } from "#lib/db/settings/settings.ts";
import { findEnabledEmails, insertSeededStaff } from "#lib/db/staff/staff.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { hashPassword } from "../session/password.ts";

const seededSchema = z.array(z.object({ email: z.string(), password: z.string(), role: roleSchema }));
export type SeededStaff = z.infer<typeof seededSchema>[number];

const seedLock = 4_242_004;
const settingKey = "seed.staff";
const place = { table: "setting", row: settingKey, column: "value" };

const seededAccounts = [
  { email: "admin@counterfoil.example", role: "admin", permissions: ["refund"] },
  { email: "support@counterfoil.example", role: "support", permissions: [] },
  { email: "viewer@counterfoil.example", role: "viewer", permissions: [] },
] as const;

/**
 * The sandbox's three accounts, created once with random passwords and returned again at each start; disabled ones are
 * omitted. Passwords are stored encrypted. Processes may run it concurrently.
 */
export async function seedStaff(db: Database, vault: Vault): Promise<SeededStaff[]> {
  const seeded = await withTransactionLock(db, seedLock, async (tx) => {
    const stored = await findSetting(tx, settingKey);
    return stored === undefined ? createStaff(tx, vault) : openSeeded(vault, stored);
  });
  const enabled = await findEnabledEmails(
    db,
    vault,
    seeded.map((person) => person.email),
  );
  return seeded.filter((person) => enabled.has(person.email));
}

async function createStaff(tx: Transaction, vault: Vault): Promise<SeededStaff[]> {
  const seeded: SeededStaff[] = [];
  for (const { email, role, permissions } of seededAccounts) {
    const password = randomBytes(15).toString("base64url");
    await insertSeededStaff(tx, vault, {
      email,
      role,
      permissions: [...permissions],
      passwordHash: await hashPassword(password),
    });
    await recordAuditIn(tx, vault, { at: new Date(), staffId: null, actor: "the sandbox", act: "staff.seeded", target: email });
    seeded.push({ email, password, role });
  }
  await putSetting(tx, settingKey, vault.seal(JSON.stringify(seeded), place).toString("base64"));
  return seeded;
}

function openSeeded(vault: Vault, stored: unknown): SeededStaff[] {
  const text = vault.open(Buffer.from(String(stored), "base64"), place).toString("utf8");
  return seededSchema.parse(JSON.parse(text));
}
