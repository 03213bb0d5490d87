import { nameText } from "#lib/core/given-name.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { insertInvitation, withdrawInvitations } from "#lib/db/staff/invitations.ts";
import { hasRealAdmin } from "#lib/db/staff/staff.ts";
import type { ServiceContext } from "../context.ts";
import { createLinkToken, hashLinkToken, toLink } from "./links.ts";

const lifetimeMs = 24 * 3_600_000;
const lock = 4_242_006;

type Options = Pick<ServiceContext, "db" | "vault" | "clock" | "publicOrigin">;

/**
 * The one-time link to create the first administrator's account (docs/security.md, rule 1); each start creates a new one and
 * closes the previous one. Undefined once there is a real administrator.
 */
export function inviteFirstAdmin({ db, vault, clock, publicOrigin }: Options): Promise<string | undefined> {
  return withTransactionLock(db, lock, async (tx) => {
    if (await hasRealAdmin(tx)) return undefined;
    await withdrawInvitations(tx, vault, { kind: "first_admin", email: null });
    const token = createLinkToken();
    await insertInvitation(tx, vault, {
      tokenHash: hashLinkToken(token),
      kind: "first_admin",
      email: null,
      role: "admin",
      permissions: ["refund"],
      merchants: null,
      createdBy: nameText("name_program").message,
      lifetimeMs,
    });
    const at = new Date(clock.now());
    await recordAuditIn(tx, vault, {
      at,
      staffId: null,
      actor: nameText("name_program").message,
      act: "staff.invited",
      target: nameText("name_first_admin").message,
    });
    return toLink(publicOrigin, token);
  });
}
