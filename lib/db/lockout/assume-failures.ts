import { and, eq, isNull } from "drizzle-orm";
import { assumeFailures } from "#lib/core/lockout-attempts.ts";
import type { FailedAttempt, PairKind } from "#lib/core/lockout-guard.ts";
import type { Queryable } from "../connection/open-store.ts";
import { restoreFence } from "../schema/restore.ts";

/** Whether credentials without a guard are new, or may have failed since the backup that was restored. */
export async function mayHaveFailed(db: Queryable, environment: string): Promise<boolean> {
  const stands = and(eq(restoreFence.environment, environment), eq(restoreFence.guards, "worst"), isNull(restoreFence.openedAt));
  return (await db.select({ environment: restoreFence.environment }).from(restoreFence).where(stands)).length > 0;
}

export type AssumedAt = { seq: number; nowMs: number };

/** Of an integration: the gateway may count failed tokens and failed sessions, together or apart. */
export function assumedOfIntegration(id: string, at: AssumedAt): FailedAttempt[] {
  return (["token", "session"] as const).flatMap((kind) => assumeFailures({ pair: id, kind }, at));
}

export function assumedOfPair({ id, kind }: { id: string; kind: PairKind }, at: AssumedAt): FailedAttempt[] {
  return assumeFailures({ pair: id, kind }, at);
}
