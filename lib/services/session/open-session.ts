import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import type { StaffRow } from "#lib/db/staff/staff.ts";
import { createStaffSession, replaceStaffSession } from "#lib/db/staff/staff-sessions.ts";
import { createSessionId, hashSessionId, sessionIdleMs, sessionLifetimeMs } from "./session-id.ts";
import type { FirstFactor, SignInRequest } from "./signed-in.ts";

export type Proof = {
  /** The authentication method, for the audit log. */
  by: "link" | FirstFactor | `${FirstFactor} and code`;
  hasSecondFactor: boolean;
  /** When the authentication happened, else now; never later than now. */
  authenticatedAt?: Date;
};

/**
 * Creates a session that replaces the browser's previous one. When that one was still open and the same person's, the new one
 * goes on presenting and with the role that is tried: whoever authenticates again did not end them. Returns the id for the
 * cookie.
 */
export function openSession(request: SignInRequest, person: StaffRow, proof: Proof): Promise<string> {
  return request.db.transaction((tx) => openSessionIn(tx, request, person, proof));
}

export async function openSessionIn(
  tx: Transaction,
  { vault, clock, peer, userAgent, previousIdHash }: Omit<SignInRequest, "db"> & { db?: Database },
  person: StaffRow,
  { by, hasSecondFactor, authenticatedAt }: Proof,
): Promise<string> {
  const id = createSessionId();
  const previous =
    previousIdHash === undefined ? undefined : await replaceStaffSession(tx, { idHash: previousIdHash, idleMs: sessionIdleMs });
  await createStaffSession(tx, {
    idHash: hashSessionId(id),
    staffId: person.id,
    lifetimeMs: sessionLifetimeMs,
    userAgent: userAgent.slice(0, 200),
    peer,
    hasSecondFactor,
    authenticatedAt,
    ...(previous?.staffId === person.id ? { isPresenting: previous.isPresenting, viewAs: previous.viewAs } : {}),
  });
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    staffId: person.id,
    actor: person.email,
    act: "session.created",
    detail: { by },
    peer,
  });
  return id;
}
