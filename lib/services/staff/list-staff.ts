import type { z } from "zod";
import { staffListSchema, staffOperations } from "#lib/contract/staff.ts";
import { listOpenInvitations } from "#lib/db/staff/invitations.ts";
import { listStaffRows } from "#lib/db/staff/staff.ts";
import { isWithinList, requireRole, type ServiceContext } from "../context.ts";

/**
 * All accounts and open links. For admins; one who is limited to some merchants sees their own account and those whose
 * merchants are all among these.
 */
export async function listStaff(ctx: ServiceContext): Promise<z.output<typeof staffListSchema>> {
  requireRole(ctx, staffOperations.listStaff);
  const isMine = ({ merchants }: { merchants: readonly string[] | null }) => isWithinList(ctx.staff, merchants);
  const [staff, invitations] = await Promise.all([listStaffRows(ctx.db, ctx.vault), listOpenInvitations(ctx.db, ctx.vault)]);
  return staffListSchema.parse({
    staff: staff.filter(isMine).map(({ createdAt, disabledAt, lastSeenAt, totp, ...member }) => ({
      ...member,
      hasSecondFactor: totp !== null,
      createdAt: createdAt.toISOString(),
      disabledAt: disabledAt?.toISOString() ?? null,
      lastSeenAt: lastSeenAt?.toISOString() ?? null,
    })),
    invitations: invitations.filter(isMine).map(({ createdAt, expiresAt, ...invitation }) => ({
      ...invitation,
      createdAt: createdAt.toISOString(),
      expiresAt: expiresAt.toISOString(),
    })),
  });
}
