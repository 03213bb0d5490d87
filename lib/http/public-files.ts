import { existsSync, readdirSync } from "node:fs";
import path from "node:path";

/** Addresses of the files under `public/`, which contain no personal data. */
export function findPublicFiles(folder: string): ReadonlySet<string> {
  if (!existsSync(folder)) return new Set();
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  return new Set(
    entries.map((entry) => `/${path.relative(folder, path.join(entry.parentPath, entry.name)).split(path.sep).join("/")}`),
  );
}
