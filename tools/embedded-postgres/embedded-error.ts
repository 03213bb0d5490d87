/** Why the embedded database cannot run: one line that names the setting and the fix. */
export class EmbeddedDatabaseError extends Error {
  override name = "EmbeddedDatabaseError";
}
