import type { Delivery, DeliveryRecord } from "./ports.ts";

/** Throws when it is not decided in time; then nothing gets stored, unless the commit itself was already under way. */
export async function saveInTime(record: DeliveryRecord, delivery: Delivery, decideMs: number): Promise<void> {
  const abort = new AbortController();
  const timer = setTimeout(() => abort.abort(new Error("The delivery was not stored in time.")), decideMs);
  const late = new Promise<never>((_, reject) => {
    abort.signal.addEventListener("abort", () => reject(abort.signal.reason));
  });
  const saved = record.save(delivery, { signal: abort.signal });
  saved.catch(() => {});
  try {
    await Promise.race([saved, late]);
  } finally {
    clearTimeout(timer);
  }
}
