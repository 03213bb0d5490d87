/** A run was stopped, taken over, or its process ends: no trouble of the merchant's, whose days others may read on. */
export class SyncRunStoppedError extends Error {
  override name = "SyncRunStoppedError";
}
