import { existsSync } from "node:fs";
import path from "node:path";
import { EmbeddedDatabaseError } from "./embedded-error.ts";

/** In a cluster that is being restored to a point in time, until its database says so itself. */
export function unrecoveredFile(cluster: string): string {
  return path.join(cluster, "counterfoil-unrecovered");
}

/** Without a fence nothing may serve what is as of an earlier time. */
export function refuseUnrecovered(cluster: string): void {
  if (!existsSync(unrecoveredFile(cluster))) return;
  throw new EmbeddedDatabaseError(
    "DATA_DIR: a restore of this database was interrupted: run npm run restore again with the same flags.",
  );
}
