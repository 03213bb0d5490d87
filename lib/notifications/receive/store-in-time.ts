import type { Delivery, DeliveryRecord } from "../ports.ts";

export type StoredIn = "database" | "spool";

export type StoreLimits = {
  /** After this time the delivery also goes to the spool. */
  saveMs: number;
  /** After this time the delivery is not stored. */
  decideMs: number;
};

type SpoolPort = { add(delivery: Delivery, options: { signal: AbortSignal }): Promise<void> };

type Options = {
  record: Pick<DeliveryRecord, "save">;
  /** Absent for deliveries that may only be stored in the database. */
  spool: SpoolPort | undefined;
  limits: StoreLimits;
};

/**
 * Makes a delivery durable: in the database, or in the spool when the database fails or is slow; both at once do no
 * harm. Throws when neither succeeds in time; then nothing is stored, unless the commit itself was in progress.
 */
export async function storeInTime(delivery: Delivery, { record, spool, limits }: Options): Promise<StoredIn> {
  const [abort, giveUp] = [new AbortController(), new AbortController()];
  const saved = record.save(delivery, { signal: abort.signal });
  if (await finishesWithin(saved, limits.saveMs)) return "database";
  try {
    return await storeSomewhere(delivery, { saved, spool, signal: giveUp.signal, ms: limits.decideMs - limits.saveMs });
  } catch (cause) {
    giveUp.abort(cause);
    throw cause;
  } finally {
    abort.abort(new Error("The delivery was not stored in time."));
  }
}

/** True when it is fulfilled in that time; false when it is rejected or still pending. */
async function finishesWithin(promise: Promise<void>, ms: number): Promise<boolean> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<false>((resolve) => {
    timer = setTimeout(resolve, ms, false);
  });
  const settled = promise.then(
    () => true,
    () => false,
  );
  try {
    return await Promise.race([settled, late]);
  } finally {
    clearTimeout(timer);
  }
}

async function storeSomewhere(
  delivery: Delivery,
  { saved, spool, signal, ms }: { saved: Promise<void>; spool: SpoolPort | undefined; signal: AbortSignal; ms: number },
): Promise<StoredIn> {
  const ways: Promise<StoredIn>[] = [saved.then(() => "database")];
  if (spool) ways.push(spool.add(delivery, { signal }).then(() => "spool"));
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(reject, ms, new Error("The delivery was not stored in time."));
  });
  try {
    return await Promise.race([Promise.any(ways), late]);
  } catch (cause) {
    throw cause instanceof AggregateError ? reasonOf(cause) : cause;
  } finally {
    clearTimeout(timer);
  }
}

function reasonOf({ errors: [database, spool] }: AggregateError): unknown {
  if (spool === undefined) return database;
  return new Error("Neither the database nor the spool took it.", { cause: { database, spool } });
}
