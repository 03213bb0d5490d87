import { type NewLink, staffOperations } from "#lib/contract/staff.ts";
import { AppError } from "#lib/core/errors.ts";
import { isUuid } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { withdrawInvitation, withdrawInvitations } from "#lib/db/staff/invitations.ts";
import { findStaffByEmail } from "#lib/db/staff/staff.ts";
import { serviceText } from "#lib/services/texts.ts";
import { byStaff, isWithinList, requireRecentAuth, requireRole, type ServiceContext } from "../context.ts";
import { createLink, type LinkMaker } from "./create-link.ts";
import { staffLock } from "./last-admin.ts";
import { requireGivable, requireMayManage, requireStaffMember } from "./may-manage.ts";

/**
 * A link to create an account with this e-mail, valid once and for three days; an older one for the same e-mail is closed.
 * Needs a recent re-authentication. Administrators of the sandbox cannot invite: a real one is created with the link in the
 * log.
 */
export async function inviteStaff(ctx: ServiceContext, raw: unknown): Promise<NewLink> {
  requireRole(ctx, staffOperations.inviteStaff);
  requireMayManage(ctx, { seeded: false });
  const input = parseInput(staffOperations.inviteStaff.body, raw);
  requireGivable(ctx, input.merchants);
  if (await findStaffByEmail(ctx.db, ctx.vault, input.email)) {
    throw new AppError("invalid_input", { fields: [{ field: "email", ...serviceText("already_staff") }] });
  }
  requireRecentAuth(ctx);
  return ctx.db.transaction(async (tx) => {
    const ended = await withdrawInvitations(tx, ctx.vault, { kind: "invitation", email: input.email });
    if (!ended.every(({ merchants }) => isWithinList(ctx.staff, merchants))) {
      throw new AppError("invalid_input", { fields: [{ field: "email", ...serviceText("already_invited") }] });
    }
    return createLink(tx, toMaker(ctx), { ...input, kind: "invitation" });
  });
}

/** A link to set a new password, for an account whose password was forgotten. Its sessions end when the link is used. */
export async function inviteToSetPassword(ctx: ServiceContext, staffId: string): Promise<NewLink> {
  requireRole(ctx, staffOperations.inviteToSetPassword);
  requireRecentAuth(ctx);
  return withTransactionLock(ctx.db, staffLock, async (tx) => {
    const { email, role, permissions, merchants } = await requireStaffMember(tx, ctx, staffId);
    await withdrawInvitations(tx, ctx.vault, { kind: "password", email });
    return createLink(tx, toMaker(ctx), { email, role, permissions, merchants, kind: "password" });
  });
}

/**
 * Closes an open link; `not_found` when it is closed already, or is for merchants this administrator may not see; `forbidden`
 * to the sandbox's administrator unless it is for one of the sandbox's accounts.
 */
export async function withdrawLink(ctx: ServiceContext, id: string): Promise<void> {
  requireRole(ctx, staffOperations.withdrawLink);
  if (!isUuid(id)) throw new AppError("not_found");
  await ctx.db.transaction(async (tx) => {
    const row = await withdrawInvitation(tx, ctx.vault, id);
    if (!row || !isWithinList(ctx.staff, row.merchants)) throw new AppError("not_found");
    const member = row.email === null ? undefined : await findStaffByEmail(tx, ctx.vault, row.email);
    requireMayManage(ctx, member ?? { seeded: false });
    await recordAuditIn(tx, ctx.vault, {
      ...byStaff(ctx),
      at: new Date(ctx.clock.now()),
      act: "staff.invitation_withdrawn",
      target: row.email ?? row.kind,
    });
  });
}

function toMaker(ctx: ServiceContext): LinkMaker {
  return { ...ctx, by: byStaff(ctx) };
}
