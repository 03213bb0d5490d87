import "server-only";
import { headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { Role } from "../contract/session.ts";
import { AppError } from "../core/errors.ts";
import type { Environment } from "../core/identifiers.ts";
import { requireRole, type ServiceContext, type SignedInStaff } from "../services/context.ts";
import { findStaffSession, type SessionRow, touchStaffSession } from "../store/staff.ts";
import { getRuntime } from "./runtime.ts";
import { readSessionIdHash, sessionIdleMs } from "./session.ts";

const touchEveryMs = 60_000;

/** The signed-in person, checked in the store now; undefined without a session. Asked once for each request. */
export const findStaff = cache(async (): Promise<SignedInStaff | undefined> => {
  const runtime = await getRuntime();
  const idHash = await readSessionIdHash(runtime);
  if (idHash === undefined) return undefined;
  const row = await findStaffSession(runtime.store.db, { idHash, idleMs: sessionIdleMs });
  if (!row) return undefined;
  if (runtime.clock.now() - row.lastSeenAt.getTime() > touchEveryMs) await touchStaffSession(runtime.store.db, idHash);
  return toSignedInStaff(row, idHash);
});

/** For API routes: throws `unauthenticated` or `forbidden`. */
export async function requireStaffContext(role: Role): Promise<ServiceContext> {
  const staff = await findStaff();
  if (!staff) throw new AppError("unauthenticated");
  const ctx = await createContext(staff);
  requireRole(ctx, role);
  return ctx;
}

/** For pages: sends people without a session to sign in, and back to `path` afterwards. */
export async function requireStaffPage(path: string): Promise<ServiceContext> {
  const staff = await findStaff();
  if (!staff) redirect(`/login?next=${encodeURIComponent(path)}`);
  return createContext(staff);
}

async function createContext(staff: SignedInStaff): Promise<ServiceContext> {
  const runtime = await getRuntime();
  const received = await headers();
  return {
    db: runtime.store.db,
    vault: runtime.vault,
    clock: runtime.clock,
    log: runtime.log,
    publicOrigin: runtime.settings.publicOrigin,
    gateways: runtime.gateways,
    staff,
    requestId: received.get("x-request-id") ?? crypto.randomUUID(),
    peer: received.get("x-peer"),
  };
}

function toSignedInStaff({ staff, productionOpen }: SessionRow, sessionIdHash: string): SignedInStaff {
  const environments: Environment[] = productionOpen && !staff.seeded ? ["sandbox", "demo", "production"] : ["sandbox", "demo"];
  const { id, email, role, permissions, merchants } = staff;
  return { id, email, role: role as Role, permissions, merchants, environments, sessionIdHash };
}
