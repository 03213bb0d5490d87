import { connectionOperations, type GuardActionView, guardActionSchema } from "#lib/contract/connection.ts";
import type { Operation } from "#lib/contract/operation.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { Gateway } from "#lib/gateway/gateway.ts";
import {
  isUnlimitedAdmin,
  requireMerchant,
  requireRecentAuth,
  requireRole,
  requireUnlimitedAdmin,
  type ServiceContext,
} from "../context.ts";
import { isException, toIdentity } from "../merchants/identity-state.ts";
import { requireActive } from "../merchants/require-active.ts";
import { requireTypedName } from "../require-typed-name.ts";

type GuardAction = { environment: Environment; merchant: string; input: unknown };
/** The words of the page and of docs/lockout.md, rule 12; a test compares them. */
const exceptionUsed = {
  act: "guard.exception_used",
  detail: {
    rule: "Two sign-ins failed in a row, but these credentials have worked before. You can send one attempt, once. If it works, sign-ins resume. If it fails, the gateway could lock the account.",
  },
};

type Half = { half: "token" | "session"; name: string };

/**
 * The one manual attempt of a refused sign-in (docs/lockout.md, rules 11 and 12): for an administrator with a recent
 * re-authentication who typed the merchant's name. The audit row is written before a byte is sent. The permit decides; a third
 * failure is never sent, except for the one exception, which has an audit row of its own.
 */
export async function tryOnceMore(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: GuardAction,
): Promise<GuardActionView> {
  const merchant = await requireAdministrator(ctx, connectionOperations.tryOnceMore, { environment, slug });
  requireActive(merchant);
  const asked = parseInput(connectionOperations.tryOnceMore.body, input);
  requireTypedName(merchant, asked.name);
  requireRecentAuth(ctx);
  await requireMayTry(ctx, merchant, asked);
  return tryGuard(ctx, await guardOf(ctx, merchant, asked), { environment, slug, half: asked.half });
}

/**
 * "The gateway confirmed that its counter was reset": a separate, confirmed and audited action; sends nothing. For
 * administrators of all merchants, since the gateway may count the failures of all of them together.
 */
export async function confirmCounterWasReset(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: GuardAction,
): Promise<GuardActionView> {
  const merchant = await requireAdministrator(ctx, connectionOperations.confirmCounterWasReset, { environment, slug });
  requireUnlimitedAdmin(ctx);
  const asked = parseInput(connectionOperations.confirmCounterWasReset.body, input);
  requireTypedName(merchant, asked.name);
  requireRecentAuth(ctx);
  return resetGuard(ctx, await guardOf(ctx, merchant, asked), { environment, slug, half: asked.half });
}

type Place = { environment: Environment; slug: string };

async function requireAdministrator(
  ctx: ServiceContext,
  operation: Operation,
  { environment, slug }: Place,
): Promise<MerchantRow> {
  requireRole(ctx, operation);
  return requireMerchant(ctx, environment, slug);
}

/**
 * The integration's sign-ins concern every merchant: an administrator of some merchants may not try its token, nor a session
 * when the integration is at its limit, which would release it.
 */
async function requireMayTry(ctx: ServiceContext, merchant: MerchantRow, { half }: Half): Promise<void> {
  if (isUnlimitedAdmin(ctx.staff)) return;
  const gateway = half === "session" ? await ctx.gateways.forMerchant(merchant) : undefined;
  const integration = (await gateway?.identityStatus())?.integration;
  if (!integration || integration.used >= integration.limit) requireUnlimitedAdmin(ctx);
}

type Guard = Pick<Gateway, "identityStatus" | "tryOnceMore" | "counterWasReset">;

async function guardOf(ctx: ServiceContext, merchant: MerchantRow, { half }: Half): Promise<Guard> {
  if (half === "session") return ctx.gateways.forMerchant(merchant);
  return ctx.gateways.integration(merchant.environment as Environment);
}

/** Without a slug: of the integration itself. */
type GuardPlace = { environment: string; slug?: string; half: Half["half"] };

/** The attempt, after its audit row. */
export async function tryGuard(ctx: ServiceContext, guard: Guard, place: GuardPlace): Promise<GuardActionView> {
  const isRelease = isException(await guard.identityStatus());
  if (isRelease) requireUnlimitedAdmin(ctx);
  await audit(ctx, place, isRelease ? exceptionUsed : { act: "guard.tried_once_more" });
  const { outcome, status } = await guard.tryOnceMore(isRelease ? "release" : "manual");
  return guardActionSchema.parse({ outcome, identity: toIdentity(status, ctx.clock.now()) });
}

export async function resetGuard(ctx: ServiceContext, guard: Guard, place: GuardPlace): Promise<GuardActionView> {
  await audit(ctx, place, { act: "guard.counter_reset" });
  await guard.counterWasReset();
  const identity = toIdentity(await guard.identityStatus(), ctx.clock.now());
  return guardActionSchema.parse({ outcome: "not_sent", identity });
}

type AuditedAction = { act: string; detail?: Record<string, unknown> };

function audit(ctx: ServiceContext, { environment, slug, half }: GuardPlace, action: AuditedAction): Promise<void> {
  return recordAudit(ctx, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    environment,
    ...(slug === undefined ? {} : { merchant: slug }),
    target: half,
    ...action,
    peer: ctx.peer,
  });
}
