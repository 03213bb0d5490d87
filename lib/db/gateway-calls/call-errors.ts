import { and, eq, sql } from "drizzle-orm";
import type { Queryable } from "../connection/open-store.ts";
import type { MerchantScope } from "../merchants/merchant-scope.ts";
import { gatewayCall } from "../schema/gateway-call.ts";
import { callsInScope, type GatewayCallRow, isFailedCall } from "./gateway-calls.ts";

type Question = {
  scope: MerchantScope;
  merchantId?: string | undefined;
  /** When each step begins, oldest first; errors before the first are left out. */
  steps: readonly Date[];
};

export type CallErrorGroup = Pick<GatewayCallRow, "method" | "path" | "status" | "failure"> & {
  calls: number;
  /** How many merchants had it. */
  merchants: number;
  firstAt: Date;
  lastAt: Date;
  /** How many in each step. */
  counts: number[];
};

const groupsMax = 200;

/** Failed calls by what was asked and how it failed, the most frequent first, each over time. */
export async function groupCallErrors(db: Queryable, { scope, merchantId, steps }: Question): Promise<CallErrorGroup[]> {
  const [first] = steps;
  if (first === undefined) return [];
  const { method, path, status, failure, at } = gatewayCall;
  const starts = sql`${sql.param(steps.map((step) => step.toISOString()))}::timestamptz[]`;
  const rows = await db
    .select({
      ...{ method, path, status, failure },
      // Null in the row that sums a group.
      step: sql<number | null>`step`,
      calls: sql<number>`sum(${gatewayCall.calls})::int`,
      merchants: sql<number>`count(distinct ${gatewayCall.merchantId})::int`,
      firstAt: sql<Date>`min(${at})`.mapWith(at),
      lastAt: sql<Date>`max(${at})`.mapWith(at),
    })
    .from(gatewayCall)
    .crossJoin(sql`lateral (select width_bucket(${at}, ${starts}) - 1 as step) as steps`)
    .where(
      and(
        callsInScope(scope),
        isFailedCall,
        sql`${at} >= ${first.toISOString()}::timestamptz`,
        merchantId === undefined ? undefined : eq(gatewayCall.merchantId, merchantId),
      ),
    )
    .groupBy(sql`grouping sets ((${method}, ${path}, ${status}, ${failure}), (${method}, ${path}, ${status}, ${failure}, step))`);
  const ofGroup = Map.groupBy(rows, (row) => JSON.stringify([row.method, row.path, row.status, row.failure]));
  return [...ofGroup.values()]
    .flatMap((group): CallErrorGroup[] => {
      const sum = group.find(({ step }) => step === null);
      if (!sum) return [];
      const counts = steps.map((_, index) => group.find(({ step }) => step === index)?.calls ?? 0);
      const { step, ...rest } = sum;
      return [{ ...rest, counts }];
    })
    .toSorted((left, right) => right.calls - left.calls || right.lastAt.getTime() - left.lastAt.getTime())
    .slice(0, groupsMax);
}
