import { AppError } from "#lib/core/errors.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { countOtherAdmins, type StaffRow } from "#lib/db/staff/staff.ts";
import { serviceText } from "#lib/services/texts.ts";

/**
 * Lock for changes of staff rights and for creating or using password links: of two accounts that remove each other's rights
 * at once, one comes second, and no transaction waits for an account's row while it locks its link.
 */
export const staffLock = 4_242_007;

type Change = { role?: string | undefined; merchants?: readonly string[] | null | undefined; disabled?: boolean | undefined };

/**
 * Throws `conflict` when the change would leave no administrator of everything: an enabled administrator of every merchant who
 * was not seeded with the sandbox. Needs `staffLock`.
 */
export async function requireAdminLeft(tx: Transaction, member: StaffRow, change: Change): Promise<void> {
  if (!isFullAdmin(member) || isFullAdmin({ ...member, ...toRights(member, change) })) return;
  if ((await countOtherAdmins(tx, member.id)) === 0) {
    throw new AppError("conflict", { message: serviceText("last_administrator") });
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
