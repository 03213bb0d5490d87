import { accountOperations } from "../../contract/account.ts";
import { AppError } from "../../core/errors.ts";
import { parseInput } from "../../core/parse-input.ts";
import { recordAuditIn } from "../../store/audit.ts";
import type { Transaction } from "../../store/open-store.ts";
import { removeTotp, replaceRecoveryCodes, setPendingTotp, setTotp } from "../../store/second-factors.ts";
import { lockStaff } from "../../store/staff.ts";
import { markSessionProven, revokeSessionsOf } from "../../store/staff-sessions.ts";
import { requireProof, type ServiceContext } from "../context.ts";
import { createRecoveryCode, createTotpSecret, findTotpStep, hashRecoveryCode, totpPlace, totpUri } from "./second-factor.ts";
import { proofTries } from "./sign-in-tries.ts";
import { takeTries } from "./take-tries.ts";

const recoveryCodes = 10;

/** A fresh secret for the person's authenticator app; in force only once confirmed. Needs a recent proof. */
export async function beginSecondFactor(ctx: ServiceContext): Promise<{ secret: string; uri: string }> {
  requireProof(ctx);
  const secret = createTotpSecret();
  await setPendingTotp(ctx.db, ctx.staff.id, ctx.vault.seal(secret, totpPlace(ctx.staff.id, "totp_pending")));
  return { secret, uri: totpUri(secret, ctx.staff.email) };
}

/**
 * Puts the secret that was shown in force, after a code of it, and ends the person's other sessions. Returns the
 * recovery codes, which are never shown again. Throws `code_refused`.
 */
export async function confirmSecondFactor(ctx: ServiceContext, raw: unknown): Promise<{ recoveryCodes: string[] }> {
  requireProof(ctx);
  const { code } = parseInput(accountOperations.confirmSecondFactor.body, raw);
  await takeTries(ctx.db, proofTries(ctx.staff.sessionIdHash));
  const codes = Array.from({ length: recoveryCodes }, createRecoveryCode);
  await ctx.db.transaction(async (tx) => {
    const person = await lockStaff(tx, ctx.vault, ctx.staff.id);
    if (!person?.totpPending) throw new AppError("conflict", { message: "Begin again: there is no code to confirm." });
    const secret = ctx.vault.open(person.totpPending, totpPlace(person.id, "totp_pending"));
    const step = findTotpStep(secret.toString("utf8"), code, ctx.clock.now());
    if (step === undefined) throw new AppError("code_refused");
    await setTotp(tx, person.id, { sealed: ctx.vault.seal(secret, totpPlace(person.id, "totp")), step });
    const hashes = codes.map((recovery) => hashRecoveryCode(ctx.vault, person.id, recovery));
    await replaceRecoveryCodes(tx, person.id, hashes);
    await revokeSessionsOf(tx, person.id, ctx.staff.sessionIdHash);
    await markSessionProven(tx, ctx.staff.sessionIdHash, true);
    await audit(tx, ctx, "staff.second_factor_set");
  });
  return { recoveryCodes: codes };
}

/** The person gives up their own second factor. Needs a recent proof, which took a code. */
export async function dropSecondFactor(ctx: ServiceContext): Promise<void> {
  requireProof(ctx);
  await ctx.db.transaction(async (tx) => {
    await removeTotp(tx, ctx.staff.id);
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
