import "server-only";
import type { Runtime } from "#lib/app/runtime.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { findStaffSession, type SessionRow, touchStaffSession } from "#lib/db/staff/staff-sessions.ts";
import type { ServiceContext, SignedInStaff } from "#lib/services/context.ts";
import { sessionIdleMs } from "#lib/services/session/session-id.ts";
import { type CookieReader, readSessionIdHash } from "./session.ts";

const touchEveryMs = 60_000;

/**
 * The staff member of the cookie's session, read from the database now; undefined without one. `isActive`: somebody does this,
 * not a page by itself, so the session's idle time begins again.
 */
export async function findSignedInStaff(
  runtime: Runtime,
  cookies: CookieReader,
  { isActive = true } = {},
): Promise<SignedInStaff | undefined> {
  const idHash = await readSessionIdHash(runtime, cookies);
  if (idHash === undefined) return undefined;
  const row = await findStaffSession(runtime.store.db, runtime.vault, { idHash, idleMs: sessionIdleMs });
  if (!row) return undefined;
  if (isActive && runtime.clock.now() - row.lastSeenAt.getTime() > touchEveryMs)
    await touchStaffSession(runtime.store.db, idHash);
  return toSignedInStaff(row, idHash);
}

function toSignedInStaff(row: SessionRow, sessionIdHash: string): SignedInStaff {
  const { id, email, storedName, merchants, seeded, totp } = row.staff;
  return {
    id,
    email,
    storedName,
    ...rightsOf(row),
    merchants,
    sessionIdHash,
    authenticatedAt: row.authenticatedAt,
    hasSecondFactor: totp !== null,
    isPresenting: row.isPresenting,
    seeded,
  };
}

/** An administrator who tries a lower role has its rights only, and only in the sandbox (docs/security.md, rule 8). */
function rightsOf(row: SessionRow): Pick<SignedInStaff, "role" | "ownRole" | "permissions" | "environments"> {
  const { role, permissions } = row.staff;
  if (role !== "admin" || row.viewAs === null) return { role: role as Role, permissions, environments: environmentsOf(row) };
  return { role: row.viewAs, ownRole: role, permissions: [], environments: ["sandbox"] };
}

/** Administrators reach production only in a session with a second factor (docs/security.md, rule 1). */
function environmentsOf({ staff, productionOpen, hasSecondFactor }: SessionRow): Environment[] {
  const mayProduction = productionOpen && !staff.seeded && (staff.role !== "admin" || hasSecondFactor);
  return mayProduction ? ["sandbox", "demo", "production"] : ["sandbox", "demo"];
}

/** The context of services for this request; `isList` selects the connection pool for lists. `x-peer` and `x-request-id` are set by the front server, which drops inbound ones. */
export function toServiceContext(
  runtime: Runtime,
  staff: SignedInStaff,
  { received, isList }: { received: Headers; isList: boolean },
): ServiceContext {
  return {
    db: (isList ? runtime.lists : runtime.store).db,
    vault: runtime.vault,
    clock: runtime.clock,
    log: runtime.log,
    publicOrigin: runtime.settings.publicOrigin,
    gateways: runtime.gateways,
    spoolSetAside: () => runtime.notify.spoolSize().setAside,
    staff,
    requestId: received.get("x-request-id") ?? crypto.randomUUID(),
    peer: received.get("x-peer"),
  };
}
