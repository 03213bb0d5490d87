import type { Role } from "#lib/contract/role.ts";
import type { NewLink } from "#lib/contract/staff.ts";
import type { Clock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { nameText } from "#lib/core/given-name.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { withdrawInvitations, withdrawLinksOf } from "#lib/db/staff/invitations.ts";
import { removeTotp } from "#lib/db/staff/second-factors.ts";
import { findStaffByEmail, type StaffRow, updateStaff } from "#lib/db/staff/staff.ts";
import { revokeSessionsOf } from "#lib/db/staff/staff-sessions.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { hashPassword } from "../session/password.ts";
import { createSessionId } from "../session/session-id.ts";
import { createLink } from "./create-link.ts";
import { requireAdminLeft, staffLock } from "./last-admin.ts";

/**
 * Actions at the server's console without an account: access to the database and its keys allows everything anyway, so they
 * need no authentication, but write an audit row. They restore access when no administrator can sign in.
 */
export type Console = { db: Database; vault: Vault; clock: Clock; publicOrigin: string };

const by = { staffId: null, actor: nameText("name_console").message, peer: null };

/**
 * A link to set a new password for an existing account, or to create one with every merchant. A disabled account is enabled;
 * its old password becomes invalid, since it may have been disabled for a reason.
 */
export function inviteAtConsole(
  context: Console,
  { email, role, permissions }: { email: string; role: Role | undefined; permissions: string[] },
): Promise<NewLink & { kind: "invitation" | "password" }> {
  return changeAtConsole(context, async (tx) => {
    const member = await findStaffByEmail(tx, context.vault, email);
    if (!member) return inviteNew(tx, context, { email, role: role ?? "viewer", permissions });
    if (role !== undefined || permissions.length > 0) {
      throw new AppError("conflict", { message: serviceText("console_staff_exists", { email }) });
    }
    if (member.seeded) {
      throw new AppError("conflict", { message: serviceText("console_staff_seeded", { email }) });
    }
    if (member.disabledAt) await enable(tx, context, member);
    await withdrawInvitations(tx, context.vault, { kind: "password", email });
    const { merchants, role: currentRole, permissions: currentPermissions } = member;
    const rights = { role: currentRole, permissions: currentPermissions, merchants };
    return {
      kind: "password",
      ...(await createLink(tx, { ...context, by }, { email: member.email, kind: "password", ...rights })),
    };
  });
}

async function inviteNew(
  tx: Transaction,
  context: Console,
  invited: { email: string; role: Role; permissions: string[] },
): Promise<NewLink & { kind: "invitation" }> {
  await withdrawInvitations(tx, context.vault, { kind: "invitation", email: invited.email });
  const link = await createLink(tx, { ...context, by }, { ...invited, kind: "invitation", merchants: null });
  return { kind: "invitation", ...link };
}

async function enable(tx: Transaction, context: Console, member: StaffRow): Promise<void> {
  await updateStaff(tx, member.id, { disabledAt: null, passwordHash: await hashPassword(createSessionId()) });
  await audit(tx, context, { act: "staff.changed", target: member.email, detail: { disabled: false } });
}

/** Removes a lost second factor and ends the account's sessions. */
export function resetFactorAtConsole(context: Console, email: string): Promise<void> {
  return changeAtConsole(context, async (tx) => {
    const member = await requireMember(tx, context, email);
    await removeTotp(tx, member.id);
    await revokeSessionsOf(tx, member.id);
    await audit(tx, context, { act: "staff.second_factor_removed", target: member.email });
  });
}

/** Disables the account; its sessions and the links it created end. */
export function disableAtConsole(context: Console, email: string): Promise<void> {
  return changeAtConsole(context, async (tx) => {
    const member = await requireMember(tx, context, email);
    await requireAdminLeft(tx, member, { disabled: true });
    await updateStaff(tx, member.id, { disabledAt: member.disabledAt ?? new Date(context.clock.now()) });
    await withdrawLinksOf(tx, member.storedName);
    await revokeSessionsOf(tx, member.id);
    await audit(tx, context, { act: "staff.changed", target: member.email, detail: { disabled: true } });
  });
}

function changeAtConsole<Result>({ db }: Console, work: (tx: Transaction) => Promise<Result>): Promise<Result> {
  return withTransactionLock(db, staffLock, work);
}

async function requireMember(tx: Transaction, { vault }: Console, email: string): Promise<StaffRow> {
  const member = await findStaffByEmail(tx, vault, email);
  if (!member) throw new AppError("not_found", { message: serviceText("console_staff_unknown", { email }) });
  return member;
}

function audit(
  tx: Transaction,
  { vault, clock }: Console,
  entry: { act: string; target: string; detail?: Record<string, unknown> },
): Promise<void> {
  return recordAuditIn(tx, vault, { ...by, at: new Date(clock.now()), ...entry });
}
