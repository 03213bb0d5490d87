import { AppError } from "#lib/core/errors.ts";
import { isUuid } from "#lib/core/identifiers.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { lockStaff, type StaffRow } from "#lib/db/staff/staff.ts";
import { serviceText } from "#lib/services/texts.ts";
import { isWithinList, type ServiceContext } from "../context.ts";

/**
 * The sandbox's administrator, whose password is readable at the terminal, manages the sandbox's staff only: a real account,
 * and so production, requires the link in the log (docs/security.md, rule 11).
 */
export function requireMayManage({ staff }: ServiceContext, whom: Pick<StaffRow, "seeded">): void {
  if (staff.seeded && !whom.seeded) {
    throw new AppError("forbidden", { message: serviceText("sandbox_staff_only") });
  }
}

/** Throws `forbidden`, naming the field: an administrator cannot grant merchants outside their own list. */
export function requireGivable({ staff }: ServiceContext, merchants: readonly string[] | null): void {
  if (isWithinList(staff, merchants)) return;
  const message = serviceText("merchants_not_yours");
  throw new AppError("forbidden", { message, fields: [{ field: "merchants", ...message }] });
}

/**
 * The member, locked until the transaction ends, when this administrator may manage them; `not_found` for an unknown id, and
 * for accounts with merchants that this administrator may not see.
 */
export async function requireStaffMember(tx: Transaction, ctx: ServiceContext, id: string): Promise<StaffRow> {
  const member = isUuid(id) ? await lockStaff(tx, ctx.vault, id) : undefined;
  if (!member || !isWithinList(ctx.staff, member.merchants)) throw new AppError("not_found");
  requireMayManage(ctx, member);
  return member;
}
