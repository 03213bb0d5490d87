import { AppError } from "#lib/core/errors.ts";
import { isUuid } from "#lib/core/identifiers.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { lockStaff, type StaffRow } from "#lib/db/staff/staff.ts";
import { isWithinList, type ServiceContext } from "../context.ts";

/**
 * The sandbox's administrator, whose password everybody at this terminal can read, manages the sandbox's staff only:
 * the way to a real account, and so to production, is the link in the log (docs/security.md, rule 11).
 */
export function requireMayManage({ staff }: ServiceContext, whom: Pick<StaffRow, "seeded">): void {
  if (staff.seeded && !whom.seeded) {
    throw new AppError("forbidden", { message: "The sandbox's administrator manages the sandbox's staff only." });
  }
}

/** Throws `forbidden`, naming the field: nobody gives more merchants than are on their own list. */
export function requireGivable({ staff }: ServiceContext, merchants: readonly string[] | null): void {
  if (isWithinList(staff, merchants)) return;
  const message = "You administer some merchants only; choose among these.";
  throw new AppError("forbidden", { message, fields: [{ field: "merchants", message }] });
}

/**
 * The member, locked until the transaction ends, when this administrator may manage them; `not_found` for an id of
 * nobody, and for who may see merchants that this administrator may not.
 */
export async function requireStaffMember(tx: Transaction, ctx: ServiceContext, id: string): Promise<StaffRow> {
  const member = isUuid(id) ? await lockStaff(tx, ctx.vault, id) : undefined;
  if (!member || !isWithinList(ctx.staff, member.merchants)) throw new AppError("not_found");
  requireMayManage(ctx, member);
  return member;
}
