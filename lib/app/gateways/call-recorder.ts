import { hostname } from "node:os";
import { withTimeout } from "#lib/core/with-timeout.ts";
import { isDatabaseAway } from "#lib/db/connection/is-database-away.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import { insertCalls, type NewGatewayCall } from "#lib/db/gateway-calls/gateway-calls.ts";
import type { GatewayCall } from "#lib/gateway/types.ts";
import type { Log } from "#lib/services/log.ts";

type Options = {
  db: Queryable;
  log: Log;
  now?: () => number;
  /** Identifies this process among those that share the database. */
  process?: string;
  /** Called with the number of calls that could not be stored. */
  onDropped: (calls: number) => void;
  /** How long a call waits to be stored with others. */
  everyMs?: number;
  /** How many wait at most, while the database is slow or away. */
  waitingMax?: number;
};

/** Stores what was asked of the gateways, behind the calls: never waited for, and never the reason that one fails. */
export type CallRecorder = {
  add(call: GatewayCall): void;
  /** Stores what waits; what cannot be stored in time is given up. */
  close(): Promise<void>;
};

const atOnceMax = 500;
/** In a minute, of one operation and outcome. */
const failuresMax = 60;
const closeWithinMs = 2_000;
const minuteMs = 60_000;

export function createCallRecorder(options: Options): CallRecorder {
  const { db, log, now = Date.now, onDropped, everyMs = 1_000, waitingMax = 5_000 } = options;
  const origin = options.process ?? `${hostname()}:${process.pid}`.slice(-64);
  const sums = createSums();
  const waiting: NewGatewayCall[] = [];
  /** In the statement that runs now. */
  let sent: readonly NewGatewayCall[] = [];
  let timer: NodeJS.Timeout | undefined;
  let storing: Promise<void> | undefined;
  let isTroubled = false;
  let isClosed = false;

  function push(rows: readonly NewGatewayCall[]): void {
    waiting.push(...rows);
    const over = waiting.length - waitingMax;
    if (over > 0) drop(waiting.splice(0, over));
  }

  function drop(rows: readonly NewGatewayCall[]): void {
    if (rows.length > 0) onDropped(rows.reduce((sum, { calls }) => sum + calls, 0));
  }

  async function storeBatch(): Promise<boolean> {
    const batch = waiting.splice(0, atOnceMax);
    sent = batch;
    try {
      await insertCalls(db, batch);
      isTroubled = false;
      return waiting.length > 0;
    } catch (cause) {
      if (!isTroubled) log.warn({ cause }, "Calls to the gateway could not be stored for the list of calls");
      isTroubled = true;
      if (isDatabaseAway(cause)) push(waiting.splice(0, waiting.length, ...batch));
      else drop(batch);
      return false;
    } finally {
      sent = [];
    }
  }

  async function store(): Promise<void> {
    push(sums.take(isClosed ? undefined : Math.floor(now() / minuteMs)));
    while (waiting.length > 0 && (await storeBatch()));
  }

  function schedule(): void {
    if (timer || isClosed) return;
    timer = setTimeout(async () => {
      storing = store();
      await storing;
      timer = undefined;
      if (waiting.length > 0 || sums.size() > 0) schedule();
    }, everyMs).unref();
  }

  return {
    add(call) {
      const row = toRow(call, { origin, nowMs: now() });
      if (isOfOne(call) || !sums.add(row)) push([row]);
      schedule();
    },
    async close() {
      isClosed = true;
      clearTimeout(timer);
      const work = async () => {
        await storing;
        await store();
      };
      await withTimeout(closeWithinMs, work());
      drop([...sent, ...waiting.splice(0)]);
    },
  };
}

/** What somebody waited for, and what is about one record, is a row of its own. */
function isOfOne({ isBackground, subject }: GatewayCall): boolean {
  return !isBackground || subject !== undefined;
}

function toRow(call: GatewayCall, { origin, nowMs }: { origin: string; nowMs: number }): NewGatewayCall {
  const { environment, merchantId, subject, method, path, status, failure, problem, attempt, ms } = call;
  return {
    ...{ environment, merchantId, method, path, status, failure, problem, attempt },
    at: new Date(nowMs - ms),
    paymentId: subject?.paymentId ?? null,
    reference: subject?.reference ?? null,
    process: origin,
    calls: 1,
    ms: Math.round(ms),
  };
}

type Minute = { minute: number; rows: number; sum?: NewGatewayCall };

/**
 * Background calls of a minute that differ only in their merchant, as one row with their number and the mean of their times: a
 * sync of ten thousand merchants makes dozens a second. Of failed ones only those beyond a number, as when a gateway is away.
 */
function createSums() {
  const minutes = new Map<string, Minute>();
  return {
    size: () => minutes.size,
    /** False: the call is to be stored as a row of its own. */
    add(row: NewGatewayCall): boolean {
      const minute = minuteOf(row);
      const { environment, method, path, status, failure } = row;
      const key = JSON.stringify([minute, environment, method, path, status, failure]);
      const known = minutes.get(key) ?? { minute, rows: 0 };
      const isRow = (status === null || status >= 300) && known.rows < failuresMax;
      minutes.set(key, isRow ? { ...known, rows: known.rows + 1 } : { ...known, sum: join(known.sum, row) });
      return !isRow;
    },
    /** Those of earlier minutes; without one, all. */
    take(before = Number.POSITIVE_INFINITY): NewGatewayCall[] {
      const taken = [...minutes].filter(([, { minute }]) => minute < before);
      for (const [key] of taken) minutes.delete(key);
      return taken.flatMap(([, { sum }]) => (sum ? [{ ...sum, ms: Math.round(sum.ms) }] : []));
    },
  };
}

function join(sum: NewGatewayCall | undefined, row: NewGatewayCall): NewGatewayCall {
  if (!sum) return row;
  const calls = sum.calls + 1;
  const ms = sum.ms + (row.ms - sum.ms) / calls;
  const merchantId = sum.merchantId === row.merchantId ? sum.merchantId : null;
  return { ...sum, calls, ms, merchantId, attempt: 1 };
}

function minuteOf({ at }: NewGatewayCall): number {
  return Math.floor(at.getTime() / minuteMs);
}
