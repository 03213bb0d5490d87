/**
 * A run was stopped, was taken over, or its process is shutting down: not a failure of the merchant, and others may read on.
 */
export class SyncRunStoppedError extends Error {
  override name = "SyncRunStoppedError";
}
