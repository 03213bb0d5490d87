import type { NewLink } from "#lib/contract/staff.ts";
import type { Clock } from "#lib/core/clock.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { type InvitationRow, insertInvitation } from "#lib/db/staff/invitations.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { createLinkToken, hashLinkToken, toLink } from "./links.ts";

const lifetimeMs = 72 * 3_600_000;

/** The creator of a link: an administrator, or the server's console. */
export type LinkMaker = {
  vault: Vault;
  clock: Clock;
  publicOrigin: string;
  by: { staffId: string | null; actor: string; peer: string | null };
};

export type LinkFor = Pick<InvitationRow, "kind" | "role" | "permissions" | "merchants"> & { email: string };

/** A link that is valid once and for three days; returned only once, since only its hash is stored. */
export async function createLink(tx: Transaction, maker: LinkMaker, { email, ...rest }: LinkFor): Promise<NewLink> {
  const { vault, clock, publicOrigin, by } = maker;
  const token = createLinkToken();
  const link = { ...rest, email, tokenHash: hashLinkToken(token), createdBy: by.actor, lifetimeMs };
  const expiresAt = await insertInvitation(tx, vault, link);
  const { kind, role, permissions, merchants } = rest;
  const detail = { kind, role, permissions, merchants };
  await recordAuditIn(tx, vault, { ...by, at: new Date(clock.now()), act: "staff.invited", target: email, detail });
  return { link: toLink(publicOrigin, token), expiresAt: expiresAt.toISOString() };
}
