import { and, desc, eq, inArray, lt, or, type SQL, sql } from "drizzle-orm";
import { dayMs } from "#lib/core/days.ts";
import { callDays } from "#lib/core/gateway-calls.ts";
import { environments } from "#lib/core/identifiers.ts";
import { toJsonRows } from "../connection/json-rows.ts";
import type { Queryable } from "../connection/open-store.ts";
import type { MerchantScope } from "../merchants/merchant-scope.ts";
import { gatewayCall } from "../schema/gateway-call.ts";
import { payment } from "../schema/payment.ts";

export type GatewayCallRow = typeof gatewayCall.$inferSelect;
export type NewGatewayCall = Omit<GatewayCallRow, "id">;

/** Failed: not answered with success. */
export const isFailedCall = sql`(${gatewayCall.status} is null or ${gatewayCall.status} >= 300)`;

/** Any number of rows in one statement. */
export async function insertCalls(db: Queryable, calls: readonly NewGatewayCall[]): Promise<void> {
  await db.execute(sql`
    insert into gateway_call
      (at, merchant_id, payment_id, calls, ms, status, attempt, environment, method, path, process, failure, problem, reference)
    select at, "merchantId", "paymentId", calls, ms, status, attempt, environment, method, path, process, failure, problem, reference
    from json_to_recordset(${toJsonRows(calls)}::json) as call(at timestamptz, "merchantId" uuid, "paymentId" uuid, calls integer,
      ms integer, status integer, attempt integer, environment text, method text, path text, process text, failure text,
      problem jsonb, reference text)`);
}

/**
 * Calls of the merchants in scope. The integration's own sign-ins belong to none and are shown to all; what stands for calls of
 * several merchants, only to those who may see every merchant.
 */
export function callsInScope({ environment, merchantIds }: MerchantScope): SQL | undefined {
  const isHere = eq(gatewayCall.environment, environment);
  if (merchantIds === null) return isHere;
  const isListed = sql`${gatewayCall.merchantId} = any(${sql.param([...merchantIds])}::uuid[])`;
  return and(isHere, or(isListed, sql`(${gatewayCall.merchantId} is null and ${gatewayCall.path} like '%/oauth/token')`));
}

export type CallFilter = {
  scope: MerchantScope;
  after: number;
  merchantId?: string | undefined;
  /** One group of errors. */
  group?: Pick<GatewayCallRow, "method" | "path" | "status" | "failure"> | undefined;
  since?: Date | undefined;
  limit: number;
};

export type ListedCall = GatewayCallRow & { gatewayPaymentId: string | null };

/** The newest calls with ids above `after`, newest first. */
export async function listCallRows(db: Queryable, filter: CallFilter): Promise<ListedCall[]> {
  const { scope, after, merchantId, group, since, limit } = filter;
  const conditions = [
    callsInScope(scope),
    sql`${gatewayCall.id} > ${after}`,
    merchantId === undefined ? undefined : eq(gatewayCall.merchantId, merchantId),
    since && sql`${gatewayCall.at} >= ${since.toISOString()}::timestamptz`,
    group && isOfGroup(group),
  ];
  const rows = await db
    .select({ call: gatewayCall, gatewayPaymentId: payment.gatewayPaymentId })
    .from(gatewayCall)
    .leftJoin(payment, eq(payment.id, gatewayCall.paymentId))
    .where(and(...conditions))
    .orderBy(desc(gatewayCall.at), desc(gatewayCall.id))
    .limit(limit);
  return rows.map(({ call, gatewayPaymentId }) => ({ ...call, gatewayPaymentId }));
}

function isOfGroup({ method, path, status, failure }: NonNullable<CallFilter["group"]>): SQL | undefined {
  const outcome = status === null ? sql`${gatewayCall.failure} is not distinct from ${failure}` : eq(gatewayCall.status, status);
  return and(isFailedCall, eq(gatewayCall.method, method), eq(gatewayCall.path, path), outcome);
}

export type SubjectOfCalls = { merchantId: string; paymentIds: readonly string[]; reference?: string | null };

/** Calls about payments, and failed ones about a reference, oldest first; of very many, the newest. */
export async function listCallsAbout(
  db: Queryable,
  { merchantId, paymentIds, reference = null }: SubjectOfCalls,
): Promise<GatewayCallRow[]> {
  const isOfPayments = paymentIds.length > 0 ? inArray(gatewayCall.paymentId, [...paymentIds]) : undefined;
  const isOfReference = reference === null ? undefined : and(eq(gatewayCall.reference, reference), isFailedCall);
  if (!isOfPayments && !isOfReference) return [];
  const rows = await db
    .select()
    .from(gatewayCall)
    .where(and(eq(gatewayCall.merchantId, merchantId), or(isOfPayments, isOfReference)))
    .orderBy(desc(gatewayCall.at), desc(gatewayCall.id))
    .limit(aboutMax);
  return rows.toReversed();
}
const aboutMax = 500;

const deletedAtOnce = 10_000;

/** Deletes calls that are older than they are kept, in small transactions. Returns how many. */
export async function deleteOldCalls(db: Queryable, now: Date, isStopping: () => boolean = () => false): Promise<number> {
  const before = new Date(now.getTime() - callDays * dayMs);
  let deleted = 0;
  for (const environment of environments) {
    for (let rows = deletedAtOnce; rows === deletedAtOnce && !isStopping(); deleted += rows) {
      const old = db
        .select({ id: gatewayCall.id })
        .from(gatewayCall)
        .where(and(eq(gatewayCall.environment, environment), lt(gatewayCall.at, before)))
        .limit(deletedAtOnce);
      rows = (await db.delete(gatewayCall).where(inArray(gatewayCall.id, old))).rowCount ?? 0;
    }
  }
  return deleted;
}
