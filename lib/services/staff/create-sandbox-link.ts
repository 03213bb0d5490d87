import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { insertInvitation, withdrawInvitations } from "#lib/db/staff/invitations.ts";
import { findStaffByEmail } from "#lib/db/staff/staff.ts";
import type { ServiceContext } from "../context.ts";
import { createLinkToken, hashLinkToken, toLink } from "./links.ts";

const lifetimeMs = 10 * 60_000;
const lock = 4_242_009;

type Options = Pick<ServiceContext, "db" | "vault" | "clock" | "publicOrigin"> & {
  /** The seeded account to sign in; undefined where only this machine may not be sure to be the only reader of the terminal. */
  email: string | undefined;
};

/**
 * The one-time link that signs in to the sandbox (docs/security.md, rule 1): for ten minutes, once, and only for the seeded
 * account. Each start closes the link of the start before. Undefined without an account to sign in, or when it has a second
 * factor.
 */
export function createSandboxLink({ db, vault, clock, publicOrigin, email }: Options): Promise<string | undefined> {
  return withTransactionLock(db, lock, async (tx) => {
    await withdrawInvitations(tx, vault, { kind: "sandbox", email: null });
    const person = email === undefined ? undefined : await findStaffByEmail(tx, vault, email);
    if (!person?.seeded || person.totp !== null) return undefined;
    const token = createLinkToken();
    await insertInvitation(tx, vault, {
      tokenHash: hashLinkToken(token),
      kind: "sandbox",
      email: person.email,
      role: person.role,
      permissions: [],
      merchants: null,
      createdBy: "the sandbox",
      lifetimeMs,
    });
    const at = new Date(clock.now());
    await recordAuditIn(tx, vault, {
      at,
      staffId: null,
      actor: "the sandbox",
      act: "session.link_created",
      target: person.email,
    });
    return toLink(publicOrigin, token, "login");
  });
}
