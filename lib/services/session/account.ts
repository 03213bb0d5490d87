import { accountOperations } from "#lib/contract/account.ts";
import { type Account, accountSchema, sessionOperations } from "#lib/contract/session.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { countRecoveryCodes } from "#lib/db/staff/second-factors.ts";
import { setStaffLanguage } from "#lib/db/staff/staff.ts";
import { listStaffSessions, revokeSessionsOf, revokeStaffSession, setPresenting } from "#lib/db/staff/staff-sessions.ts";
import { requireRecentAuth, type ServiceContext } from "../context.ts";
import { sessionIdleMs } from "./session-id.ts";

/** The account's own settings: second factor and active sessions. */
export async function readAccount(ctx: ServiceContext): Promise<Account> {
  const { id: staffId, email, role, hasSecondFactor, seeded, sessionIdHash } = ctx.staff;
  const rows = await listStaffSessions(ctx.db, { staffId, idleMs: sessionIdleMs });
  const sessions = rows.map(({ idHash, createdAt, lastSeenAt, expiresAt, userAgent, peer }) => ({
    id: idHash,
    isThis: idHash === sessionIdHash,
    createdAt: createdAt.toISOString(),
    lastSeenAt: lastSeenAt.toISOString(),
    expiresAt: expiresAt.toISOString(),
    userAgent,
    peer,
  }));
  const recoveryCodesLeft = await countRecoveryCodes(ctx.db, staffId);
  return accountSchema.parse({ email, role, hasSecondFactor, isSeeded: seeded, recoveryCodesLeft, sessions });
}

/** Ends one of the account's own sessions; `not_found` for any other. Needs a recent re-authentication. */
export async function endOwnSession(ctx: ServiceContext, id: string): Promise<void> {
  requireRecentAuth(ctx);
  const own = await listStaffSessions(ctx.db, { staffId: ctx.staff.id, idleMs: sessionIdleMs });
  if (!own.some(({ idHash }) => idHash === id)) throw new AppError("not_found");
  await ctx.db.transaction(async (tx) => {
    await revokeStaffSession(tx, id);
    await recordAuditIn(tx, ctx.vault, ended(ctx, 1));
  });
}

/** Ends all of the account's sessions but this one. Needs a recent re-authentication. */
export async function endOtherSessions(ctx: ServiceContext): Promise<void> {
  requireRecentAuth(ctx);
  const { id: staffId, sessionIdHash } = ctx.staff;
  await ctx.db.transaction(async (tx) => {
    const open = await listStaffSessions(tx, { staffId, idleMs: sessionIdleMs });
    await revokeSessionsOf(tx, staffId, sessionIdHash);
    await recordAuditIn(tx, ctx.vault, ended(ctx, open.filter(({ idHash }) => idHash !== sessionIdHash).length));
  });
}

function ended(ctx: ServiceContext, sessions: number) {
  const { id, email } = ctx.staff;
  const at = new Date(ctx.clock.now());
  return { at, staffId: id, actor: email, act: "session.ended", target: email, detail: { sessions }, peer: ctx.peer };
}

/** Starts or ends showing this session on a shared screen: no personal data is shown until it ends. */
export async function present(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { on } = parseInput(sessionOperations.present.body, raw);
  const { id, email, sessionIdHash } = ctx.staff;
  await ctx.db.transaction(async (tx) => {
    await setPresenting(tx, sessionIdHash, on);
    const act = on ? "presentation.begun" : "presentation.ended";
    await recordAuditIn(tx, ctx.vault, { at: new Date(ctx.clock.now()), staffId: id, actor: email, act, peer: ctx.peer });
  });
}

/** Saves the account's display language, also for other browsers. Affects no other account. */
export async function setLanguage(ctx: ServiceContext, raw: unknown): Promise<void> {
  const { language } = parseInput(accountOperations.setLanguage.body, raw);
  await setStaffLanguage(ctx.db, ctx.staff.id, language);
}

/** Ends this session, everywhere at once. */
export async function signOut(ctx: ServiceContext): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    await revokeStaffSession(tx, ctx.staff.sessionIdHash);
    await recordAuditIn(tx, ctx.vault, {
      at: new Date(ctx.clock.now()),
      staffId: ctx.staff.id,
      actor: ctx.staff.email,
      act: "session.ended",
      peer: ctx.peer,
    });
  });
}
