import { and, desc, eq, isNotNull, isNull, lt, or, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import { environment } from "../schema/environment.ts";
import { gatewayProbe } from "../schema/gateway-profile.ts";
import { ledgerDay, ledgerFacet } from "../schema/transaction.ts";

export type GatewayProbeRow = typeof gatewayProbe.$inferSelect;

/** A probe older than this died with its process. */
const lostAfterMs = 10 * 60_000;

export function isProbeRunning({ startedAt, endedAt }: GatewayProbeRow, nowMs: number): boolean {
  return endedAt === null && nowMs - startedAt.getTime() < lostAfterMs;
}

export async function findProbe(db: Queryable, environmentId: string): Promise<GatewayProbeRow | undefined> {
  const [row] = await db.select().from(gatewayProbe).where(eq(gatewayProbe.environment, environmentId));
  return row;
}

type Begun = { environment: string; merchant: string | null; at: Date; requestedBy: string | null };

/** Claims the probe of an environment, across all processes. False while another one runs. */
export async function beginProbe(db: Queryable, { environment: id, merchant, at, requestedBy }: Begun): Promise<boolean> {
  const values = { startedAt: at, endedAt: null, merchant, calls: 0, problem: null, requestedBy };
  const claimed = await db
    .insert(gatewayProbe)
    .values({ environment: id, ...values })
    .onConflictDoUpdate({
      target: gatewayProbe.environment,
      set: values,
      setWhere: or(isNotNull(gatewayProbe.endedAt), lt(gatewayProbe.startedAt, new Date(at.getTime() - lostAfterMs))),
    })
    .returning({ environment: gatewayProbe.environment });
  return claimed.length > 0;
}

export async function endProbe(
  db: Queryable,
  { environment: id, ...ended }: { environment: string; startedAt: Date; at: Date; calls: number; problem: string | null },
): Promise<void> {
  const { startedAt, at, calls, problem } = ended;
  const isOwn = and(eq(gatewayProbe.environment, id), eq(gatewayProbe.startedAt, startedAt));
  await db.update(gatewayProbe).set({ endedAt: at, calls, problem }).where(isOwn);
}

type Due = {
  before: Date;
  /** A probe that was interrupted is due again when it started before this time. */
  failedBefore: Date;
};

/** Environments whose connection was never probed, has changed since, or was probed before a time. */
export async function listUnprobed(db: Queryable, { before, failedBefore }: Due): Promise<string[]> {
  const rows = await db
    .select({ id: environment.id })
    .from(environment)
    .leftJoin(gatewayProbe, eq(gatewayProbe.environment, environment.id))
    .where(
      or(
        isNull(gatewayProbe.startedAt),
        lt(gatewayProbe.startedAt, before),
        lt(gatewayProbe.startedAt, environment.updatedAt),
        and(isNotNull(gatewayProbe.problem), lt(gatewayProbe.startedAt, failedBefore)),
      ),
    );
  return rows.map(({ id }) => id);
}

/** Ids of the environment's merchants with the most stored transactions. */
export async function listBusiestMerchants(db: Queryable, environmentId: string, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: ledgerFacet.merchantId })
    .from(ledgerFacet)
    .innerJoin(ledgerDay, eq(ledgerDay.facetId, ledgerFacet.id))
    .where(eq(ledgerFacet.environment, environmentId))
    .groupBy(ledgerFacet.merchantId)
    .orderBy(desc(sql`sum(${ledgerDay.rows})`), ledgerFacet.merchantId)
    .limit(limit);
  return rows.map(({ id }) => id);
}
