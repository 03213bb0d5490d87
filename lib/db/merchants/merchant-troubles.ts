import { and, eq, gt, isNull, notExists, or, type SQL, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { notifyCertificate, notifyEndpoint } from "../schema/notification.ts";
import { ledgerSync } from "../schema/sync-run.ts";
import { inScope, isEmptyScope, type MerchantScope } from "./merchant-scope.ts";

/** Merchants with an endpoint that accepts no certificate at that time: it answers everything with 503. */
export async function findWithoutCertificate(
  db: Queryable,
  merchantIds: readonly string[],
  at: Date,
): Promise<ReadonlySet<string>> {
  if (merchantIds.length === 0) return new Set();
  const accepted = db
    .select({ one: sql`1` })
    .from(notifyCertificate)
    .where(
      and(
        eq(notifyCertificate.endpointId, notifyEndpoint.id),
        or(isNull(notifyCertificate.endsAt), gt(notifyCertificate.endsAt, at)),
      ),
    );
  const isListed = sql`${notifyEndpoint.merchantId} = any(${sql.param([...merchantIds])}::uuid[])`;
  const rows = await db
    .selectDistinct({ merchantId: notifyEndpoint.merchantId })
    .from(notifyEndpoint)
    .where(and(isListed, notExists(accepted)));
  return new Set(rows.map(({ merchantId }) => merchantId));
}

/** How many merchants, and the first few of them by name. */
export type TroubledMerchants = { count: number; merchants: { slug: string; name: string }[] };

const namedMax = 3;

/** Whether `merchant` has an endpoint that accepts no certificate at that time. */
export function lacksCertificateAt(at: Date): SQL {
  return sql`exists (
    select from notify_endpoint endpoint where endpoint.merchant_id = merchant.id and not exists (
      select from notify_certificate certificate where certificate.endpoint_id = endpoint.id
        and (ends_at is null or ends_at > ${at.toISOString()}::timestamptz)))`;
}

/** Merchants of the scope that are not archived, with an endpoint that accepts no certificate at that time. */
export async function listWithoutCertificate(db: Queryable, scope: MerchantScope, at: Date): Promise<TroubledMerchants> {
  if (isEmptyScope(scope)) return { count: 0, merchants: [] };
  const { rows } = await db.execute<{ slug: string; name: string; count: number }>(sql`
    select slug, name, count(*) over ()::int as count from merchant
    where ${inScope(scope, { environment: sql`merchant.environment`, merchantId: sql`merchant.id` })} and archived_at is null
      and ${lacksCertificateAt(at)}
    order by name, slug limit ${namedMax}`);
  return { count: rows[0]?.count ?? 0, merchants: rows.map(({ slug, name }) => ({ slug, name })) };
}

/** Whether a merchant's last sync failed because the gateway rejected its sign-in. */
export const isSignInRejected = sql`(${ledgerSync.problem} ->> 'code' is not distinct from 'merchant_refused')`;

type SyncProblems = { signInFailed?: TroubledMerchants; syncFailed?: TroubledMerchants };

/** Merchants of the scope whose last sync failed: those whose sign-in the gateway rejects, and all others. */
export async function listSyncProblems(db: Queryable, scope: MerchantScope): Promise<SyncProblems> {
  if (isEmptyScope(scope)) return {};
  const { rows } = await db.execute<{ isSignIn: boolean; slug: string; name: string; count: number }>(sql`
    select "isSignIn", slug, name, count from (
      select ${isSignInRejected} as "isSignIn", slug, name,
        count(*) over kind::int as count, row_number() over (kind order by name, slug) as place
      from ledger_sync join merchant on merchant.id = merchant_id
      where problem is not null and ${inScope(scope, { environment: sql`ledger_sync.environment`, merchantId: sql`merchant_id` })}
      window kind as (partition by ${isSignInRejected})
    ) troubled where place <= ${namedMax} order by place`);
  const toTroubled = (isSignIn: boolean): TroubledMerchants => {
    const own = rows.filter((row) => row.isSignIn === isSignIn);
    return { count: own[0]?.count ?? 0, merchants: own.map(({ slug, name }) => ({ slug, name })) };
  };
  return { signInFailed: toTroubled(true), syncFailed: toTroubled(false) };
}
