import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { countOtherAdmins, type StaffRow } from "#lib/db/staff/staff.ts";

/**
 * Held by whoever changes what staff may do, or makes or uses a link to a password: of two who take each other's rights away
 * at once, one comes second, and nobody waits for a person's row while holding their link.
 */
export const staffLock = 4_242_007;

type Change = { role?: string | undefined; merchants?: readonly string[] | null | undefined; disabled?: boolean | undefined };

/**
 * Throws `conflict` when the change would leave nobody who administers everything: an enabled administrator of every
 * merchant who did not come with the sandbox. Needs `staffLock`.
 */
export async function requireAdminLeft(tx: Transaction, member: StaffRow, change: Change): Promise<void> {
  if (!isFullAdmin(member) || isFullAdmin({ ...member, ...toRights(member, change) })) return;
  if ((await countOtherAdmins(tx, member.id)) === 0) {
    throw new AppError("conflict", { message: "This is the last administrator of all merchants; make another one first." });
  }
}

function toRights(member: StaffRow, { role = member.role, merchants, disabled }: Change) {
  return {
    role,
    merchants: merchants === undefined ? member.merchants : merchants,
    disabledAt: disabled === true ? new Date() : member.disabledAt,
  };
}

type Rights = { role: string; merchants: readonly string[] | null; disabledAt: Date | null; seeded: boolean };

function isFullAdmin({ role, merchants, disabledAt, seeded }: Rights): boolean {
  return role === "admin" && merchants === null && disabledAt === null && !seeded;
}
