import { accountOperations } from "#lib/contract/account.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { removeTotp, replaceRecoveryCodes, setPendingTotp, setTotp } from "#lib/db/staff/second-factors.ts";
import { lockStaff } from "#lib/db/staff/staff.ts";
import { markSessionAuthenticated, removeSessionSecondFactor, revokeSessionsOf } from "#lib/db/staff/staff-sessions.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireRecentAuth, type ServiceContext } from "../context.ts";
import { consumeRateLimits } from "./rate-limit.ts";
import { createRecoveryCode, createTotpSecret, findTotpStep, hashRecoveryCode, totpPlace, totpUri } from "./second-factor.ts";
import { reauthenticationLimits } from "./sign-in-limits.ts";

const recoveryCodes = 10;

/** A new secret for an authenticator app; in force only once confirmed. Needs a recent re-authentication. */
export async function beginSecondFactor(ctx: ServiceContext): Promise<{ secret: string; uri: string }> {
  requireRecentAuth(ctx);
  const secret = createTotpSecret();
  await setPendingTotp(ctx.db, ctx.staff.id, ctx.vault.seal(secret, totpPlace(ctx.staff.id, "totp_pending")));
  return { secret, uri: totpUri(secret, ctx.staff.email) };
}

/**
 * Activates the secret after a valid code, and ends the account's other sessions. Returns the recovery codes, which are never
 * shown again. Throws `code_refused`.
 */
export async function confirmSecondFactor(ctx: ServiceContext, raw: unknown): Promise<{ recoveryCodes: string[] }> {
  const { code } = parseInput(accountOperations.confirmSecondFactor.body, raw);
  requireRecentAuth(ctx);
  await consumeRateLimits(ctx.db, reauthenticationLimits(ctx.staff.sessionIdHash));
  const codes = Array.from({ length: recoveryCodes }, createRecoveryCode);
  await ctx.db.transaction(async (tx) => {
    const person = await lockStaff(tx, ctx.vault, ctx.staff.id);
    if (!person?.totpPending) throw new AppError("conflict", { message: serviceText("enrolment_not_begun") });
    const secret = ctx.vault.open(person.totpPending, totpPlace(person.id, "totp_pending"));
    const step = findTotpStep(secret.toString("utf8"), code, ctx.clock.now());
    if (step === undefined) throw new AppError("code_refused");
    await setTotp(tx, person.id, { sealed: ctx.vault.seal(secret, totpPlace(person.id, "totp")), step });
    const hashes = codes.map((recovery) => hashRecoveryCode(ctx.vault, person.id, recovery));
    await replaceRecoveryCodes(tx, person.id, hashes);
    await revokeSessionsOf(tx, person.id, ctx.staff.sessionIdHash);
    await markSessionAuthenticated(tx, ctx.staff.sessionIdHash, true);
    await audit(tx, ctx, "staff.second_factor_set");
  });
  return { recoveryCodes: codes };
}

/**
 * Removes the account's own second factor, and with it production from this session of an administrator. Needs a recent
 * re-authentication, which included a code.
 */
export async function dropSecondFactor(ctx: ServiceContext): Promise<void> {
  requireRecentAuth(ctx);
  await ctx.db.transaction(async (tx) => {
    await removeTotp(tx, ctx.staff.id);
    await removeSessionSecondFactor(tx, ctx.staff.sessionIdHash);
    await revokeSessionsOf(tx, ctx.staff.id, ctx.staff.sessionIdHash);
    await audit(tx, ctx, "staff.second_factor_removed");
  });
}

function audit(tx: Transaction, ctx: ServiceContext, act: string): Promise<void> {
  const { id, email } = ctx.staff;
  return recordAuditIn(tx, ctx.vault, {
    at: new Date(ctx.clock.now()),
    staffId: id,
    actor: email,
    act,
    target: email,
    peer: ctx.peer,
  });
}
