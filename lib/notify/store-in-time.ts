import type { Delivery, DeliveryRecord } from "./ports.ts";

export type StoredIn = "database" | "spool";

export type StoreLimits = {
  /** After so long the delivery goes to the spool, whatever the database is doing. */
  saveMs: number;
  /** After so long it is not stored. */
  decideMs: number;
};

type Options = {
  record: Pick<DeliveryRecord, "save">;
  /** Absent for what may only be in the database. */
  spool: { add(delivery: Delivery): Promise<void> } | undefined;
  limits: StoreLimits;
};

/**
 * Makes a delivery durable: in the database, or in the spool when the database fails or is slow; both at once does no
 * harm. Throws when neither is decided in time; then nothing gets stored, unless the commit itself was under way.
 */
export async function storeInTime(delivery: Delivery, { record, spool, limits }: Options): Promise<StoredIn> {
  const abort = new AbortController();
  const timers: NodeJS.Timeout[] = [];
  const after = (ms: number) => new Promise<void>((resolve) => timers.push(setTimeout(resolve, ms)));
  const saved = record.save(delivery, { signal: abort.signal }).then(() => "database" as const);
  const ways: Promise<StoredIn>[] = [saved];
  if (spool) ways.push(addWhenNeeded(delivery, { spool, needed: Promise.race([failureOf(saved), after(limits.saveMs)]) }));
  const late = after(limits.decideMs).then(() => {
    throw new Error("The delivery was not stored in time.");
  });
  try {
    return await Promise.race([Promise.any(ways), late]);
  } catch (cause) {
    throw cause instanceof AggregateError ? withLastFirst(cause.errors) : cause;
  } finally {
    for (const timer of timers) clearTimeout(timer);
    abort.abort(new Error("The delivery was not stored in time."));
  }
}

async function addWhenNeeded(
  delivery: Delivery,
  { spool, needed }: { spool: NonNullable<Options["spool"]>; needed: Promise<void> },
): Promise<StoredIn> {
  await needed;
  await spool.add(delivery);
  return "spool";
}

/** Resolves when the promise is rejected, and only then. */
function failureOf(promise: Promise<unknown>): Promise<void> {
  return new Promise((resolve) => {
    promise.catch(() => resolve());
  });
}

/** The spool's failure is what nobody can help; the database's stands behind it. */
function withLastFirst(errors: readonly unknown[]): unknown {
  const [first, last] = [errors.at(0), errors.at(-1)];
  return first === last
    ? first
    : new Error("Neither the database nor the spool took it.", { cause: { database: first, spool: last } });
}
