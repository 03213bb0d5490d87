import type { SyncSummary } from "#lib/contract/sync-summary.ts";
import { readThresholds } from "#lib/db/alerts/rule-settings.ts";
import type { Database } from "#lib/db/connection/open-store.ts";
import { countLedgerSyncs, listSyncTroubles, usualIntervalMs } from "#lib/db/ledger-sync/ledger-sync.ts";
import { findSyncRate } from "#lib/db/ledger-sync/sync-budget.ts";
import { countSyncWork } from "#lib/db/ledger-sync/sync-claims.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import type { ServiceContext } from "../context.ts";

type Parts = Pick<ServiceContext, "db" | "clock">;
type CachedSummary = { atMs: number; summary: Promise<SyncSummary> };

const worstMax = 5;
/** The session, the accounts, a page. */
const callsEach = 3;
/** Allowance for the duration of a reading and the wait for a free slot. */
const slack = 1.25;
/** A ledger with an older reading is due again, as far as the call budget allows. */
const freshMs = usualIntervalMs * slack;
const keptForMs = 1_500;
const rateOverMs = 2 * 60_000;
/** Minimum for an estimate. */
const estimateFrom = { readings: 10, overMs: 5_000 };

/** Summaries of whole environments, shared by all accounts that see every merchant. */
const summaries = new WeakMap<Database, Map<string, CachedSummary>>();

/** How fresh the stored ledgers of the scope are, cached briefly. Makes no gateway call. */
export function summariseSync(parts: Parts, scope: MerchantScope): Promise<SyncSummary> {
  if (scope.merchantIds !== null) return summarise(parts, scope);
  const { db, clock } = parts;
  const own = summaries.get(db) ?? new Map<string, CachedSummary>();
  summaries.set(db, own);
  const known = own.get(scope.environment);
  if (known && clock.monotonic() - known.atMs < keptForMs) return known.summary;
  const summary = summarise(parts, scope);
  own.set(scope.environment, { atMs: clock.monotonic(), summary });
  summary.catch(() => own.delete(scope.environment));
  return summary;
}

async function summarise({ db, clock }: Parts, scope: MerchantScope): Promise<SyncSummary> {
  const nowMs = clock.now();
  const freshFrom = new Date(nowMs - (await findFreshMs(db, scope.environment)));
  const readFrom = new Date(nowMs - rateOverMs);
  const counted = await countLedgerSyncs(db, scope, { freshFrom, readFrom });
  const { asOfMs } = counted;
  const readyAtMs = estimateEnd(counted, nowMs);
  const { merchants, upToDate, attention, neverRead } = counted;
  return {
    merchants,
    upToDate,
    attention,
    neverRead,
    syncing: merchants - upToDate - attention,
    asOf: asOfMs === null ? null : new Date(asOfMs).toISOString(),
    readyAt: readyAtMs === undefined ? null : new Date(readyAtMs).toISOString(),
    worst: attention === 0 ? [] : await listSyncTroubles(db, scope, worstMax),
  };
}

type Readings = Pick<Awaited<ReturnType<typeof countLedgerSyncs>>, "neverRead" | "neverReadTroubled" | "lately" | "latelyFromMs">;

/** When the merchants never read will have been, at the pace of the last two minutes, or since reading began. */
function estimateEnd({ neverRead, neverReadTroubled, lately, latelyFromMs }: Readings, nowMs: number): number | undefined {
  const waiting = neverRead - neverReadTroubled;
  const overMs = latelyFromMs === null ? 0 : nowMs - latelyFromMs;
  if (waiting <= 0 || lately < estimateFrom.readings || overMs < estimateFrom.overMs) return undefined;
  return nowMs + (waiting / lately) * overMs;
}

/** So many rounds of the background sync. */
const lateRounds = 4;

/** The age from which on a reading is late: what is set for the alert, with very many merchants longer. */
export async function findLateAfterMs(db: Database, environment: string): Promise<number> {
  const [minutes] = (await readThresholds(db, "ledger_late"))(environment);
  return Math.max(minutes * 60_000, lateRounds * (await findFreshMs(db, environment)));
}

/** The maximum age of a fresh reading: the interval of background sync, which a small budget makes longer. */
export async function findFreshMs(db: Database, environment: string): Promise<number> {
  const rate = await findSyncRate(db, environment);
  if (rate === undefined) return freshMs;
  const { merchants } = await countSyncWork(db, environment);
  return Math.max(freshMs, ((merchants * callsEach) / rate) * 1_000 * slack);
}
