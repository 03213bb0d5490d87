import { type Invitation, invitationSchema, sessionOperations } from "#lib/contract/session.ts";
import { contractText } from "#lib/contract/texts.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Message } from "#lib/core/text.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { findOpenInvitation, type InvitationRow, spendInvitation } from "#lib/db/staff/invitations.ts";
import { findStaffByEmail, hasRealAdmin, insertStaff, type StaffRow, updateStaff } from "#lib/db/staff/staff.ts";
import { revokeSessionsOf } from "#lib/db/staff/staff-sessions.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { openSessionIn } from "../session/open-session.ts";
import { hashPassword } from "../session/password.ts";
import { requireGoodPassword } from "../session/password-rules.ts";
import { type SignedIn, type SignInRequest, toSignedIn } from "../session/signed-in.ts";
import { staffLock } from "./last-admin.ts";
import { hashLinkToken } from "./links.ts";

type Stored = { db: Database; vault: Vault };

/** The purpose of a link. Throws `link_closed` for one that was used, withdrawn, has expired, or never existed. */
export async function getInvitation({ db, vault }: Stored, raw: unknown): Promise<Invitation> {
  const { token } = parseInput(sessionOperations.getInvitation.body, raw);
  const row = await findOpenInvitation(db, vault, hashLinkToken(token));
  if (!row || row.kind === "sandbox") throw new AppError("link_closed");
  return invitationSchema.parse({ ...row, expiresAt: row.expiresAt.toISOString() });
}

/**
 * Consumes a link: creates the account or sets its new password, and signs it in; an account with a second factor signs in
 * with it instead. Throws `link_closed`, or `invalid_input` naming the field while the link stays valid.
 */
export async function acceptInvitation(request: SignInRequest, raw: unknown): Promise<SignedIn | { signInNext: true }> {
  const input = parseInput(sessionOperations.acceptInvitation.body, raw);
  const { db, vault } = request;
  const tokenHash = hashLinkToken(input.token);
  const offered = await findOpenInvitation(db, vault, tokenHash);
  if (!offered || offered.kind === "sandbox") throw new AppError("link_closed");
  const email = offered.email ?? input.email;
  if (email === undefined) throw refused("email", contractText("own_email_missing"));
  requireGoodPassword(input.password, { email, field: "password" });
  const passwordHash = await hashPassword(input.password);
  return withTransactionLock(db, staffLock, async (tx) => {
    const row = await spendInvitation(tx, vault, tokenHash);
    if (!row) throw new AppError("link_closed");
    const person = await toStaff(tx, request, row, { email, passwordHash });
    await recordAuditIn(tx, vault, accepted(request, row, person));
    if (person.totp !== null) return { signInNext: true as const };
    const sessionId = await openSessionIn(tx, request, person, { by: "link", hasSecondFactor: false });
    return toSignedIn(sessionId, person);
  });
}

async function toStaff(
  tx: Transaction,
  request: SignInRequest,
  row: InvitationRow,
  own: { email: string; passwordHash: string },
): Promise<StaffRow> {
  const { vault } = request;
  if (row.kind === "password") return setPassword(tx, request, own);
  if (row.kind === "first_admin" && (await hasRealAdmin(tx))) throw new AppError("link_closed");
  const { role, permissions, merchants } = row;
  const person = await insertStaff(tx, vault, { ...own, role, permissions, merchants });
  if (!person) throw refused("email", serviceText("email_taken"));
  return person;
}

/** The session of this browser is left to the new one, which replaces it and goes on presenting. */
async function setPassword(
  tx: Transaction,
  { vault, previousIdHash }: SignInRequest,
  { email, passwordHash }: { email: string; passwordHash: string },
): Promise<StaffRow> {
  const person = await findStaffByEmail(tx, vault, email);
  if (!person || person.disabledAt) throw new AppError("link_closed");
  await updateStaff(tx, person.id, { passwordHash, providerSubject: null });
  await revokeSessionsOf(tx, person.id, person.totp === null ? previousIdHash : undefined);
  return person;
}

function accepted({ clock, peer }: SignInRequest, { kind, createdBy }: InvitationRow, { id, email, role }: StaffRow) {
  const act = kind === "password" ? "staff.password_changed" : "staff.joined";
  return {
    at: new Date(clock.now()),
    staffId: id,
    actor: email,
    act,
    target: email,
    detail: { role, invitedBy: createdBy },
    peer,
  };
}

function refused(field: string, message: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field, ...message }] });
}
