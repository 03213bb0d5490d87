import type { Operation } from "#lib/contract/operation.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Clock } from "#lib/core/clock.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isMerchantSlug } from "#lib/core/identifiers.ts";
import type { Database, Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import {
  findMerchantIds,
  findMerchantRow,
  findMerchantsById,
  findMerchantsBySlug,
  type MerchantRow,
} from "#lib/db/merchants/merchants.ts";
import type { Gateway } from "#lib/gateway/gateway.ts";
import type { CallPace, CallSubject, MerchantGateway } from "#lib/gateway/types.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Log } from "./log.ts";
import { serviceText } from "./texts.ts";

/** Waiting times before the absence of a payment is proven (docs/payments.md, rule 7). */
export type PaymentLimits = {
  /** A gateway call has ended by then; nothing is sent after this time. */
  callMs: number;
  /** Two complete checks this far apart, both after the call's end, prove that a payment did not happen. */
  apartMs: number;
};

/** The staff member of this request, from a session that was just checked. */
export type SignedInStaff = {
  id: string;
  email: string;
  /** Replaces the e-mail address in every row that names this account. */
  storedName: string;
  /** What counts: their own role, or a lower one that an administrator tries in the sandbox. */
  role: Role;
  /** Their own role while they try a lower one. */
  ownRole?: Role | undefined;
  permissions: readonly string[];
  /** `environment/slug` of the merchants this account may see; null means all. */
  merchants: readonly string[] | null;
  environments: readonly Environment[];
  sessionIdHash: string;
  /** Time of the last re-authentication in this session. */
  authenticatedAt: Date;
  hasSecondFactor: boolean;
  /** The screen is shared: this session shows no personal data. */
  isPresenting: boolean;
  seeded: boolean;
};

/** An environment as services need it: its address and the zones of its times. */
export type EnvironmentView = {
  id: Environment;
  baseUrl: string;
  /** The zone of the ledger's times, and that of payments' times once it is known. */
  zone: string;
  paymentZone?: string | undefined;
  /** Longest observed delay until a payment was listed. */
  listingLagMs?: number | undefined;
  paymentLimits?: PaymentLimits;
};

export type Integration = Pick<Gateway, "identityStatus" | "signIn" | "tryOnceMore" | "counterWasReset">;

/** Opens a merchant's gateway. Throws `not_connected` when the environment has no integration. */
export type GatewayDirectory = {
  environment(id: Environment): Promise<EnvironmentView>;
  /** With a pace, for background calls; with a subject, for calls about one record. */
  forMerchant(merchant: MerchantRow, pace?: CallPace, subject?: CallSubject): Promise<MerchantGateway>;
  /** The integration's own pair, whose token all merchants use. */
  integration(id: Environment): Promise<Integration>;
  /** Applies an environment's changed connection from the next call on, instead of within a second. */
  reload(id: Environment): void;
  /** Hosts that a base address may use. */
  allowedHosts: readonly string[];
  /** Of the public origin: no gateway of demo or production. */
  ownHost?: string | undefined;
};

/** Passed to every service; created for each request by `lib/server`. */
export type ServiceContext = {
  db: Database;
  vault: Vault;
  clock: Clock;
  log: Log;
  publicOrigin: string;
  gateways: GatewayDirectory;
  /** Bytes of received notifications in this machine's spool that can be neither read nor stored. */
  spoolSetAside?: () => number;
  staff: SignedInStaff;
  requestId: string;
  peer: string | null;
};

const rank: Record<Role, number> = { viewer: 0, support: 1, admin: 2 };

export function hasRole(staff: SignedInStaff, role: Role): boolean {
  return rank[staff.role] >= rank[role];
}

/** An administrator of every merchant, future ones included. */
export function isUnlimitedAdmin(staff: SignedInStaff): boolean {
  return hasRole(staff, "admin") && staff.merchants === null;
}

/**
 * Throws `forbidden` when the role does not allow the operation. Roles are cumulative. A list of merchants also limits
 * administrators: operations that are not about one merchant are forbidden, unless they show and change only what is within
 * the list.
 */
export function requireRole(ctx: ServiceContext, { role, path, forLimitedAdmins }: Operation): void {
  if (role !== null && !hasRole(ctx.staff, role)) throw new AppError("forbidden");
  if (role === "admin" && forLimitedAdmins === undefined && !path.includes("{merchant}")) requireUnlimitedAdmin(ctx);
}

/** Throws `forbidden` to all but administrators of every merchant. */
export function requireUnlimitedAdmin({ staff }: ServiceContext): void {
  if (!hasRole(staff, "admin")) throw new AppError("forbidden");
  if (!isUnlimitedAdmin(staff)) {
    throw new AppError("forbidden", { message: serviceText("concerns_every_merchant") });
  }
}

const proofHoldsMs = 10 * 60_000;

/**
 * Throws `proof_required` without a re-authentication in the last ten minutes, for sensitive operations (docs/security.md,
 * rule 7).
 */
export function requireRecentAuth({ staff, clock }: ServiceContext): void {
  if (clock.now() - staff.authenticatedAt.getTime() > proofHoldsMs) throw new AppError("proof_required");
}

/** Throws `presenting` while the session is on a shared screen, before personal data is shown. */
export function requireNotPresenting({ staff }: ServiceContext): void {
  if (staff.isPresenting) throw new AppError("presenting");
}

function maySee({ merchants: list }: SignedInStaff, merchant: { environment: string; slug: string }): boolean {
  return list === null || setOf(list).has(`${merchant.environment}/${merchant.slug}`);
}

/** Built once for each session check, and only when needed: a list may have thousands. */
function setOf(list: readonly string[]): ReadonlySet<string> {
  const known = sets.get(list) ?? new Set(list);
  sets.set(list, known);
  return known;
}
const sets = new WeakMap<readonly string[], ReadonlySet<string>>();

/** Whether the account may see each of these, written `environment/slug`; null stands for every merchant. */
export function isWithinList({ merchants: list }: SignedInStaff, merchants: readonly string[] | null): boolean {
  if (list === null || merchants === null) return list === null;
  const allowed = setOf(list);
  return merchants.every((merchant) => allowed.has(merchant));
}

/** Who did it and from where, for the audit log. */
export function byStaff({ staff, peer }: Pick<ServiceContext, "staff" | "peer">) {
  return { staffId: staff.id, actor: staff.email, peer };
}

/** Throws `environment_closed` for production while seeded staff accounts are active (docs/security.md, rule 11). */
export function requireEnvironment(ctx: ServiceContext, environment: Environment): void {
  if (!ctx.staff.environments.includes(environment)) throw new AppError("environment_closed");
}

/** The merchant when it exists and this account may see it; else `not_found`, the same for both. */
export async function requireMerchant(ctx: ServiceContext, environment: Environment, slug: string): Promise<MerchantRow> {
  requireEnvironment(ctx, environment);
  const row = isMerchantSlug(slug) ? await findMerchantRow(ctx.db, environment, slug) : undefined;
  if (!row || !maySee(ctx.staff, row)) throw new AppError("not_found");
  return row;
}

/** The scope of the environment's merchants for this account, without loading them: at most one query, for limited accounts. */
export async function visibleScope(ctx: ServiceContext, environment: Environment): Promise<MerchantScope> {
  requireEnvironment(ctx, environment);
  return toMerchantScope(ctx.db, environment, ctx.staff.merchants);
}

/** Of one merchant, by its slug, else of all this account may see. Throws `not_found` for one it may not see. */
export async function scopeOf(
  ctx: ServiceContext,
  environment: Environment,
  slug: string | null | undefined,
): Promise<MerchantScope> {
  if (slug === null || slug === undefined) return visibleScope(ctx, environment);
  return { environment, merchantIds: [(await requireMerchant(ctx, environment, slug)).id] };
}

/** The merchants of an environment that a list of `environment/slug` names; null means all. */
export async function toMerchantScope(
  db: Queryable,
  environment: string,
  list: readonly string[] | null,
): Promise<MerchantScope> {
  if (list === null) return { environment, merchantIds: null };
  const prefix = `${environment}/`;
  const slugs = list.flatMap((name) => (name.startsWith(prefix) ? [name.slice(prefix.length)] : []));
  return { environment, merchantIds: await findMerchantIds(db, environment, slugs) };
}

/** Those of the slugs that exist and that this account may see. */
export async function findVisibleMerchants(
  ctx: ServiceContext,
  environment: Environment,
  slugs: readonly string[],
): Promise<MerchantRow[]> {
  requireEnvironment(ctx, environment);
  const visible = slugs.filter((slug) => maySee(ctx.staff, { environment, slug }));
  return findMerchantsBySlug(ctx.db, environment, visible);
}

/** The slugs of a page's merchants by id. */
export async function findSlugs({ db }: { db: Queryable }, ids: Iterable<string>): Promise<ReadonlyMap<string, string>> {
  const rows = await findMerchantsById(db, [...new Set(ids)]);
  return new Map(rows.map(({ id, slug }) => [id, slug]));
}
