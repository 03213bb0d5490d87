import { cp, mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { migrationsFolder } from "#lib/db/migrate/migrate-store.ts";
import { type AppProcess, startApp } from "#tools/bench/support/app-process.ts";

/** This program with migrations of a version to come: programs started in `folder` find those. */
export type NextVersion = {
  folder: string;
  migrations: string;
  start(program: string, flags: readonly string[], name: string, env: Record<string, string>): AppProcess;
};

const [expand, index] = ["9001_expand", "9002_index"] as const;
export const slow = "9003_backfill";

type Migrations = Readonly<Record<string, readonly string[]>>;

export const stepsOf = (sleepSeconds: number): Migrations => ({
  [expand]: ['ALTER TABLE "delivery" ADD COLUMN "drill_note" text', 'ALTER TABLE "transaction" ADD COLUMN "drill_note" text'],
  [index]: ['CREATE INDEX CONCURRENTLY "drill_amount" ON "transaction" USING btree ("merchant_id","amount_minor")'],
  [slow]: [
    'CREATE TABLE "drill_sum" AS SELECT merchant_id, count(*) AS rows FROM "transaction" GROUP BY 1',
    `SELECT pg_sleep(${sleepSeconds})`,
  ],
});

export async function makeNextVersion(folder: string, added: Migrations): Promise<NextVersion> {
  const migrations = path.join(folder, "lib", "db", "migrations");
  await mkdir(path.dirname(migrations), { recursive: true });
  await cp(migrationsFolder, migrations, { recursive: true });
  await cp("package.json", path.join(folder, "package.json"));
  await addMigrations(migrations, added);
  return {
    folder,
    migrations,
    start: (program, flags, name, env) =>
      startApp({ program, flags, cwd: folder, env, logFile: path.join(folder, `${name}.log`) }),
  };
}

/** A folder with only these migrations, which come after all others. */
export async function makeMigrations(folder: string, added: Migrations): Promise<string> {
  await mkdir(path.join(folder, "meta"), { recursive: true });
  await writeFile(
    path.join(folder, "meta", "_journal.json"),
    JSON.stringify({ version: "7", dialect: "postgresql", entries: [] }),
  );
  await addMigrations(folder, added);
  return folder;
}

async function addMigrations(folder: string, added: Migrations): Promise<void> {
  const file = path.join(folder, "meta", "_journal.json");
  const journal = JSON.parse(await readFile(file, "utf8")) as { entries: unknown[] };
  for (const [number, [tag, steps]] of Object.entries(added).entries()) {
    // Far in the future, so that they come after every migration there will be.
    journal.entries.push({ idx: 9_001 + number, version: "7", when: 4_000_000_000_000 + number, tag, breakpoints: true });
    await writeFile(path.join(folder, `${tag}.sql`), steps.join("\n--> statement-breakpoint\n"));
  }
  await writeFile(file, JSON.stringify(journal));
}
