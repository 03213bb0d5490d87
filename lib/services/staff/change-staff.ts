import type { z } from "zod";
import { changeStaffInput } from "../../contract/staff.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { recordAuditIn } from "../../store/audit.ts";
import type { Transaction } from "../../store/open-store.ts";
import { removeTotp } from "../../store/second-factors.ts";
import { lockOtherAdmins, lockStaff, type StaffRow, updateStaff } from "../../store/staff.ts";
import { revokeSessionsOf } from "../../store/staff-sessions.ts";
import { requireProof, requireRole, type ServiceContext } from "../context.ts";
import { requireStaffMember } from "./may-manage.ts";

type Change = z.output<typeof changeStaffInput>;

/**
 * Changes what a person may do, disables or enables them; their sessions end with it, everywhere at once. Nobody
 * changes themselves, and the last real administrator stays one. Needs a recent proof.
 */
export async function changeStaff(ctx: ServiceContext, staffId: string, raw: unknown): Promise<void> {
  const change = parseInput(changeStaffInput, raw);
  await changeMember(ctx, staffId, {
    act: "staff.changed",
    detail: change,
    apply: async (tx, member) => {
      await requireAdminLeft(tx, member, change);
      await updateStaff(tx, member.id, toColumns(ctx, member, change));
    },
  });
}

/** Takes a person's second factor away, for who lost it with all recovery codes. Needs a recent proof. */
export async function resetSecondFactor(ctx: ServiceContext, staffId: string): Promise<void> {
  const apply = (tx: Transaction, member: StaffRow) => removeTotp(tx, member.id);
  await changeMember(ctx, staffId, { act: "staff.second_factor_removed", detail: {}, apply });
}

/** Ends all of a person's sessions. */
export async function endSessionsOf(ctx: ServiceContext, staffId: string): Promise<void> {
  await changeMember(ctx, staffId, { act: "staff.sessions_ended", detail: {}, apply: async () => {} });
}

type Act = { act: string; detail: Record<string, unknown>; apply: (tx: Transaction, member: StaffRow) => Promise<void> };

async function changeMember(ctx: ServiceContext, staffId: string, { act, detail, apply }: Act): Promise<void> {
  requireRole(ctx, "admin");
  requireProof(ctx);
  const { id } = await requireStaffMember(ctx, staffId);
  if (id === ctx.staff.id) {
    throw new AppError("conflict", { message: "This is you. What you may do is changed by another administrator." });
  }
  await ctx.db.transaction(async (tx) => {
    const member = await lockStaff(tx, ctx.vault, id);
    if (!member) throw new AppError("not_found");
    await apply(tx, member);
    await revokeSessionsOf(tx, id);
    const by = { at: new Date(ctx.clock.now()), staffId: ctx.staff.id, actor: ctx.staff.email, peer: ctx.peer };
    await recordAuditIn(tx, ctx.vault, { ...by, act, target: member.email, detail });
  });
}

async function requireAdminLeft(tx: Transaction, member: StaffRow, { role, disabled }: Change): Promise<void> {
  const ceases = (role !== undefined && role !== "admin") || disabled === true;
  if (member.role !== "admin" || member.seeded || !ceases) return;
  if ((await lockOtherAdmins(tx, member.id)) === 0) {
    throw new AppError("conflict", { message: "This is the last administrator; make another one first." });
  }
}

function toColumns({ clock }: ServiceContext, member: StaffRow, { disabled, ...change }: Change) {
  if (disabled === undefined) return change;
  return { ...change, disabledAt: disabled ? (member.disabledAt ?? new Date(clock.now())) : null };
}
