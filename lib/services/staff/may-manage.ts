import { AppError } from "../../core/errors.ts";
import { isUuid } from "../../core/identifiers.ts";
import { findStaffById, type StaffRow } from "../../store/staff.ts";
import type { ServiceContext } from "../context.ts";

/**
 * The sandbox's administrator, whose password everybody at this terminal can read, manages the sandbox's staff only:
 * the way to a real account, and so to production, is the link in the log (contract.md).
 */
export function requireMayManage({ staff }: ServiceContext, whom: Pick<StaffRow, "seeded">): void {
  if (staff.seeded && !whom.seeded) {
    throw new AppError("forbidden", { message: "The sandbox's administrator manages the sandbox's staff only." });
  }
}

/** The member, when this administrator may manage them; `not_found` for an id of nobody. */
export async function requireStaffMember(ctx: ServiceContext, id: string): Promise<StaffRow> {
  const member = isUuid(id) ? await findStaffById(ctx.db, ctx.vault, id) : undefined;
  if (!member) throw new AppError("not_found");
  requireMayManage(ctx, member);
  return member;
}
