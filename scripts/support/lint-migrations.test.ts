import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lintMigrations } from "./lint-migrations.ts";

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-migrations-"));
});
afterEach(() => rm(folder, { recursive: true }));

const slow = { meta: { slow: "Installs the linter once, then starts it for each migration." } };

test("the tables of an empty database need no linter", async () => {
  await writeFile(path.join(folder, "0000_initial.sql"), 'create index "a_id" on "a" ("id");');
  expect(await lintMigrations(folder)).toEqual({ passed: 1, failed: 0 });
});

test(
  "a migration that keeps the application waiting, or that its version before cannot work with, is refused",
  slow,
  async () => {
    const steps = {
      "0002_required.sql": 'alter table "payment" add column "note" text not null;',
      "0003_blocking_index.sql": 'create index "payment_note" on "payment" ("note");',
      "0004_dropped.sql": 'alter table "payment" drop column "note";',
      "0005_rewritten.sql": 'alter table "payment" alter column "attempts" type bigint;',
      "0006_added.sql":
        'alter table "payment" add column "reason" text;\n--> statement-breakpoint\nalter table "payment" add column "tries" integer default 0 not null;',
      "0007_index.sql": 'create index concurrently "payment_reason" on "payment" using btree ("reason");',
      "0008_contract.sql": '-- squawk-ignore ban-drop-column\nalter table "payment" drop column "unused";',
    };
    for (const [name, text] of Object.entries(steps)) await writeFile(path.join(folder, name), text);
    expect(await lintMigrations(folder)).toEqual({
      passed: 3,
      failed: 4,
      failures: ["0002_required.sql", "0003_blocking_index.sql", "0004_dropped.sql", "0005_rewritten.sql"],
    });
  },
);
