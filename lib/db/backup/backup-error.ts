/** A backup cannot be made or restored; the message is one line that says what to do. */
export class BackupError extends Error {
  override name = "BackupError";
}
