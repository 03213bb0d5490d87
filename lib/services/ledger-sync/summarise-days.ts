import type { SyncSummary } from "#lib/contract/sync-summary.ts";
import { dayNumberAt, toDayText } from "#lib/core/days.ts";
import { listIncompleteLedgers, type ReadDays } from "#lib/db/ledger-sync/incomplete-ledgers.ts";
import { hasUnreadHistory } from "#lib/db/ledger-sync/unread-ledgers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { ServiceContext } from "../context.ts";
import { summariseSync } from "./summarise-sync.ts";

type Parts = Pick<ServiceContext, "db" | "clock">;
/** `incomplete`: the first few merchants whose gateway did not list all of the days' rows. */
type DaysSummary = { sync: SyncSummary; lacksHistory: boolean; isRead: boolean; incomplete: string[]; complete: boolean };

/** Whether the days include some that background sync reads as history: those before yesterday. */
export function reachesHistory({ clock }: Pick<Parts, "clock">, { from, zone }: ReadDays): boolean {
  return from === undefined || from < toDayText(dayNumberAt(clock.now(), zone) - 1);
}

const namedMax = 5;

/**
 * How fresh the scope's ledgers are, and whether all of the days were read completely. Merchants that fail are not waited for;
 * days that a gateway did not list completely stay incomplete.
 */
export async function summariseDays(parts: Parts, scope: MerchantScope, days: ReadDays): Promise<DaysSummary> {
  const [sync, lacksHistory, incomplete] = await Promise.all([
    summariseSync(parts, scope),
    reachesHistory(parts, days) && hasUnreadHistory(parts.db, scope),
    listIncompleteLedgers(parts.db, scope, { ...days, limit: namedMax }),
  ]);
  const isRead = (sync.neverRead === 0 || sync.syncing === 0) && !lacksHistory;
  return { sync, lacksHistory, isRead, incomplete, complete: isRead && incomplete.length === 0 };
}
