import path from "node:path";

type Given = Readonly<Record<string, string | undefined>>;

const migratesNothing = "MIGRATE_DATABASE_URL needs DATABASE_URL, the same database as the role that serves; set both or none.";

const leadsPastNothing = "DATABASE_DIRECT_URL needs DATABASE_URL, the same database through a pooler; set both or none.";

/** Folders that a restore reads when DATA_DIR was lost. */
const keptApart = ["JOURNAL_DIR", "WAL_ARCHIVE_DIR"];

const isLostWithData = "is in DATA_DIR, and both would be lost together; name a folder on another disk.";

/** What is wrong with settings that are each right by themselves; a line each. `dataDir` is absolute. */
export function findConflicts(given: Given, dataDir: string): readonly string[] {
  return [
    ...(given.MIGRATE_DATABASE_URL && !given.DATABASE_URL ? [migratesNothing] : []),
    ...(given.DATABASE_DIRECT_URL && !given.DATABASE_URL ? [leadsPastNothing] : []),
    ...keptApart.flatMap((name) => (given[name] && isInside(given[name], dataDir) ? `${name} ${isLostWithData}` : [])),
  ];
}

function isInside(folder: string, parent: string): boolean {
  const way = path.relative(parent, path.resolve(/* turbopackIgnore: true */ folder));
  return way !== ".." && !way.startsWith(`..${path.sep}`) && !path.isAbsolute(way);
}
