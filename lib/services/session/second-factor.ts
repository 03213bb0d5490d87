import { randomInt } from "node:crypto";
import { Secret, TOTP } from "otpauth";
import type { Clock } from "#lib/core/clock.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { spendRecoveryCode, spendTotpStep } from "#lib/db/staff/second-factors.ts";
import type { StaffRow } from "#lib/db/staff/staff.ts";
import type { Vault } from "#lib/vault/vault.ts";

const issuer = "Counterfoil";
const periodSeconds = 30;
/** Codes of the previous and next step are accepted too, since clocks of phones differ. */
const stepsAside = 1;
const recoveryAlphabet = "abcdefghjkmnpqrstuvwxyz23456789";
const recoveryGroups = 3;
const recoveryGroupLength = 5;

export type CodeCheck = { db: Queryable; vault: Vault; clock: Clock };

export function createTotpSecret(): string {
  return new Secret({ size: 20 }).base32;
}

/** The QR code content for an authenticator app (Key URI format). */
export function totpUri(secret: string, email: string): string {
  return toTotp(secret, email).toString();
}

/** The time step of the code; undefined for a code of no accepted step. */
export function findTotpStep(secret: string, code: string, nowMs: number): number | undefined {
  const delta = toTotp(secret, "").validate({ token: code, timestamp: nowMs, window: stepsAside });
  return delta === null ? undefined : Math.floor(nowMs / 1000 / periodSeconds) + delta;
}

/** Whether this is a valid app or recovery code of the account. Consumes it. */
export async function consumeCode({ db, vault, clock }: CodeCheck, person: StaffRow, code: string): Promise<boolean> {
  if (!/^\d{6}$/.test(code)) return spendRecoveryCode(db, person.id, hashRecoveryCode(vault, person.id, code));
  if (person.totp === null) return false;
  const secret = vault.open(person.totp, totpPlace(person.id, "totp")).toString("utf8");
  const step = findTotpStep(secret, code, clock.now());
  return step !== undefined && (await spendTotpStep(db, person.id, step));
}

export function totpPlace(staffId: string, column: "totp" | "totp_pending") {
  return { table: "staff", row: staffId, column };
}

/** About 74 random bits, in groups that are easy to copy from paper. */
export function createRecoveryCode(): string {
  const letter = () => recoveryAlphabet[randomInt(recoveryAlphabet.length)];
  const group = () => Array.from({ length: recoveryGroupLength }, letter).join("");
  return Array.from({ length: recoveryGroups }, group).join("-");
}

/** Ignores case, spaces and dashes. */
export function hashRecoveryCode(vault: Vault, staffId: string, code: string): string {
  return vault.hash(`recovery code\n${staffId}\n${code.toLowerCase().replaceAll(/[^a-z0-9]/g, "")}`);
}

function toTotp(secret: string, label: string): TOTP {
  return new TOTP({ issuer, label, algorithm: "SHA1", digits: 6, period: periodSeconds, secret: Secret.fromBase32(secret) });
}
