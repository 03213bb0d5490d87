import type { SyncSummary } from "#lib/contract/sync-summary.ts";
import { dayNumberAt, toDayText } from "#lib/core/days.ts";
import { hasUnreadHistory } from "#lib/db/ledger-sync/unread-ledgers.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { ServiceContext } from "../context.ts";
import { summariseSync } from "./summarise-sync.ts";

type Parts = Pick<ServiceContext, "db" | "clock">;
/** `from`: the first of the requested days; undefined: all days. */
type Days = { from: string | undefined; zone: string };
type DaysSummary = { sync: SyncSummary; lacksHistory: boolean; complete: boolean };

/** Whether the days include some that background sync reads as history: those before yesterday. */
export function reachesHistory({ clock }: Pick<Parts, "clock">, { from, zone }: Days): boolean {
  return from === undefined || from < toDayText(dayNumberAt(clock.now(), zone) - 1);
}

/** How fresh the scope's ledgers are, and whether any of the days are still to be read. Merchants that fail are not waited for. */
export async function summariseDays(parts: Parts, scope: MerchantScope, days: Days): Promise<DaysSummary> {
  const [sync, lacksHistory] = await Promise.all([
    summariseSync(parts, scope),
    reachesHistory(parts, days) && hasUnreadHistory(parts.db, scope),
  ]);
  return { sync, lacksHistory, complete: (sync.neverRead === 0 || sync.syncing === 0) && !lacksHistory };
}
