import { accountOperations } from "#lib/contract/account.ts";
import { type GetStarted, getStartedSchema, type StartStep, startSteps } from "#lib/contract/get-started.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { hasPaidLink } from "#lib/db/environments/sandbox-links.ts";
import { hasSignedIn } from "#lib/db/lockout/has-signed-in.ts";
import { hasCreatedPayment } from "#lib/db/payments/payment-operations.ts";
import { findStaffById, hasRealAdmin, hideGetStarted as hideFor } from "#lib/db/staff/staff.ts";
import { requireRole, type ServiceContext } from "../context.ts";

/** What was tried so far, from facts: it makes no difference who did it, or when. */
export async function getStarted(ctx: ServiceContext): Promise<GetStarted> {
  requireRole(ctx, accountOperations.getStarted);
  const { db, vault, staff } = ctx;
  const [own, sandbox, link, payment, isConnected, admin] = await Promise.all([
    findStaffById(db, vault, staff.id),
    findEnvironmentRow(db, "sandbox"),
    hasPaidLink(db, vault),
    hasCreatedPayment(db, "sandbox"),
    hasSignedIn(db, vault, "demo"),
    hasRealAdmin(db),
  ]);
  const done: Record<StartStep, boolean> = {
    explore: sandbox !== undefined,
    pay: link || payment,
    connect: isConnected,
    administrator: admin,
  };
  const steps = startSteps.map((step) => ({ step, isDone: done[step] }));
  return getStartedSchema.parse({ isHidden: own?.hidesGetStarted ?? false, steps });
}

/** Hides the steps for this account, in all browsers. */
export async function hideGetStarted(ctx: ServiceContext): Promise<void> {
  requireRole(ctx, accountOperations.hideGetStarted);
  await hideFor(ctx.db, ctx.staff.id);
}
