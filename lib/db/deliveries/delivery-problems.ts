import { asc, eq, sql } from "drizzle-orm";
import { redactLogText } from "#lib/privacy/redact.ts";
import { findRootCause } from "../connection/is-database-away.ts";
import type { Queryable } from "../connection/open-store.ts";
import { checkAgain } from "../notifications/reconciliations.ts";
import { deliveryProblem } from "../schema/reconciliation.ts";
import { queueDeliveries } from "./delivery-queue.ts";

export type DeliveryProblem = typeof deliveryProblem.$inferSelect;

const reasonMax = 200;

/** Sets a delivery aside at the failed step, with a reason that staff may see; skips a delivery that was removed. */
export async function saveProblem(
  db: Queryable,
  { deliveryId, step, cause }: Pick<DeliveryProblem, "deliveryId" | "step"> & { cause: unknown },
): Promise<void> {
  const root = findRootCause(cause);
  const reason = redactLogText((root instanceof Error ? root.message : String(root)).slice(0, reasonMax));
  await db.execute(sql`
    insert into delivery_problem (delivery_id, step, reason)
    select id, ${step}, ${reason} from delivery where id = ${deliveryId} for key share
    on conflict (delivery_id, step) do update set reason = excluded.reason, at = now()`);
}

export function listProblems(db: Queryable, deliveryId: string): Promise<DeliveryProblem[]> {
  return db
    .select()
    .from(deliveryProblem)
    .where(eq(deliveryProblem.deliveryId, deliveryId))
    .orderBy(asc(deliveryProblem.at), asc(deliveryProblem.step));
}

export async function countProblems(db: Queryable): Promise<number> {
  const { rows } = await db.execute<{ count: number }>(
    sql`select count(distinct delivery_id)::int as count from ${deliveryProblem}`,
  );
  return rows[0]?.count ?? 0;
}

/** Requeues a delivery that was set aside; does nothing for others. */
export async function retryProblems(tx: Queryable, row: { id: string; merchantId: string }): Promise<void> {
  const removed = await tx
    .delete(deliveryProblem)
    .where(eq(deliveryProblem.deliveryId, row.id))
    .returning({ step: deliveryProblem.step });
  const steps = new Set(removed.map(({ step }) => step));
  if (steps.has("search") || steps.has("order")) await queueDeliveries(tx, [row], { acts: steps.has("order") });
  if (steps.has("ledger")) await checkAgain(tx, { deliveryIds: [row.id], at: new Date() });
}
