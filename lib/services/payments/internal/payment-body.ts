import { isDeepStrictEqual } from "node:util";
import { type PaymentBody, paymentBodyOperations, paymentBodySchema } from "#lib/contract/payment-body.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import { readNames } from "#lib/db/staff/person-names.ts";
import { requireEnvironment, requireRole, type ServiceContext } from "../../context.ts";
import { recordProfileChange } from "../../environments/profile-audit.ts";
import { type StoredGatewayOptions, saveGatewayOptions } from "../../environments/save-gateway-options.ts";
import { requireRecentAuthFor } from "../../require-recent-auth.ts";

/** The environment's changes to payment bodies, and their author. Throws `not_connected`. */
export async function getPaymentBody(ctx: ServiceContext, environment: Environment): Promise<PaymentBody> {
  requireRole(ctx, paymentBodyOperations.getPaymentBody);
  requireEnvironment(ctx, environment);
  if (!(await findEnvironmentRow(ctx.db, environment))) throw new AppError("not_connected");
  return paymentBodySchema.parse(await readPaymentBody(ctx, environment));
}

/** The same without a permission check; no changes where nothing is connected. */
export async function readPaymentBody(ctx: Pick<ServiceContext, "db" | "vault">, environment: string): Promise<PaymentBody> {
  const row = await findEnvironmentRow(ctx.db, environment);
  const { paymentBody: patch = {}, setBy } = (row?.options ?? {}) as StoredGatewayOptions;
  const mark = setBy?.paymentBody;
  if (Object.keys(patch).length === 0 || !mark) return { patch, changed: null };
  const nameOf = await readNames(ctx);
  return { patch, changed: { by: nameOf(mark.by), at: mark.at } };
}

/**
 * Changes members of every payment body in the environment from now on; `{}` removes the changes. For an administrator of all
 * merchants, in production after a recent re-authentication; audited with the previous value.
 */
export async function changePaymentBody(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<PaymentBody> {
  requireRole(ctx, paymentBodyOperations.changePaymentBody);
  requireEnvironment(ctx, environment);
  const { patch } = parseInput(paymentBodyOperations.changePaymentBody.body, input);
  requireRecentAuthFor(ctx, "paymentBodyMembers", environment);
  const at = new Date(ctx.clock.now());
  const paymentBody = Object.keys(patch).length === 0 ? undefined : patch;
  await ctx.db.transaction(async (tx) => {
    const change = { environment, options: { paymentBody }, by: ctx.staff.storedName, at };
    const { before } = await saveGatewayOptions(tx, change);
    const { paymentBody: from = {} } = before;
    if (isDeepStrictEqual(from, patch)) return;
    const who = { staffId: ctx.staff.id, actor: ctx.staff.email, peer: ctx.peer };
    await recordProfileChange(tx, ctx.vault, { ...who, at, environment, question: "payment_body", from, to: patch });
  });
  ctx.gateways.reload(environment);
  return getPaymentBody(ctx, environment);
}
