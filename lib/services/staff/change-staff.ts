import type { z } from "zod";
import type { Operation } from "#lib/contract/operation.ts";
import { type changeStaffInput, staffOperations } from "#lib/contract/staff.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { withdrawLinksOf } from "#lib/db/staff/invitations.ts";
import { removeTotp } from "#lib/db/staff/second-factors.ts";
import { type StaffRow, updateStaff } from "#lib/db/staff/staff.ts";
import { revokeSessionsOf } from "#lib/db/staff/staff-sessions.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { requireAdminLeft, staffLock } from "./last-admin.ts";
import { requireGivable, requireStaffMember } from "./may-manage.ts";

type Change = z.output<typeof changeStaffInput>;

/**
 * Changes an account's rights, disables or enables it. Its sessions end at once, everywhere, and so do the links it created
 * and its password links, which were based on the earlier rights. No account changes itself, and the last administrator of
 * everything stays one. Needs a recent re-authentication.
 */
export async function changeStaff(ctx: ServiceContext, staffId: string, raw: unknown): Promise<void> {
  const change = parseInput(staffOperations.changeStaff.body, raw);
  await changeMember(ctx, staffId, {
    operation: staffOperations.changeStaff,
    act: "staff.changed",
    detail: change,
    apply: async (tx, member) => {
      if (change.merchants !== undefined) requireGivable(ctx, change.merchants);
      await requireAdminLeft(tx, member, change);
      await updateStaff(tx, member.id, toColumns(ctx, member, change));
      await withdrawLinksOf(tx, member.storedName);
    },
  });
}

/** Removes an account's second factor after it was lost with all recovery codes. Needs a recent re-authentication. */
export async function resetSecondFactor(ctx: ServiceContext, staffId: string): Promise<void> {
  const apply = (tx: Transaction, member: StaffRow) => removeTotp(tx, member.id);
  await changeMember(ctx, staffId, {
    operation: staffOperations.resetSecondFactor,
    act: "staff.second_factor_removed",
    detail: {},
    apply,
  });
}

/** Ends all sessions of an account. */
export async function endSessionsOf(ctx: ServiceContext, staffId: string): Promise<void> {
  await changeMember(ctx, staffId, {
    operation: staffOperations.endSessionsOf,
    act: "staff.sessions_ended",
    detail: {},
    apply: async () => {},
  });
}

type StaffAction = {
  operation: Operation;
  act: string;
  detail: Record<string, unknown>;
  apply: (tx: Transaction, member: StaffRow) => Promise<void>;
};

async function changeMember(ctx: ServiceContext, staffId: string, { operation, act, detail, apply }: StaffAction): Promise<void> {
  requireRole(ctx, operation);
  await withTransactionLock(ctx.db, staffLock, async (tx) => {
    const member = await requireStaffMember(tx, ctx, staffId);
    if (member.id === ctx.staff.id) {
      throw new AppError("conflict", { message: serviceText("own_account") });
    }
    requireRecentAuth(ctx);
    await apply(tx, member);
    await revokeSessionsOf(tx, member.id);
    const by = { at: new Date(ctx.clock.now()), staffId: ctx.staff.id, actor: ctx.staff.email, peer: ctx.peer };
    await recordAuditIn(tx, ctx.vault, { ...by, act, target: member.email, detail });
  });
}

function toColumns({ clock }: ServiceContext, member: StaffRow, { disabled, ...change }: Change) {
  if (disabled === undefined) return change;
  return { ...change, disabledAt: disabled ? (member.disabledAt ?? new Date(clock.now())) : null };
}
