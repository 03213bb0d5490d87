import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";

export type MigrationFolder = {
  path: string;
  /** Replaces the migrations, in drizzle-kit's format; each is a list of steps. */
  write(migrations: Record<string, readonly string[]>): Promise<void>;
  remove(): Promise<void>;
};

/** A temporary folder for a test's own migrations. */
export async function createMigrationFolder(): Promise<MigrationFolder> {
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-migrations-"));
  await mkdir(path.join(folder, "meta"));
  return {
    path: folder,
    async write(migrations) {
      const entries = Object.keys(migrations).map((tag, idx) => ({
        idx,
        version: "7",
        when: 1_000 + idx,
        tag,
        breakpoints: true,
      }));
      const journal = JSON.stringify({ version: "7", dialect: "postgresql", entries });
      await writeFile(path.join(folder, "meta", "_journal.json"), journal);
      for (const [tag, steps] of Object.entries(migrations)) {
        await writeFile(path.join(folder, `${tag}.sql`), steps.join("\n--> statement-breakpoint\n"));
      }
    },
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
