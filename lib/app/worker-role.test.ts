// @module-tag long: migrates an empty database and runs everything on it.

import { randomBytes } from "node:crypto";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { sql } from "drizzle-orm";
import { expect, test } from "vitest";
import { eventually } from "#lib/core/testing/eventually.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { anchorChain } from "#lib/db/audit/audit-anchors.ts";
import { writeBackup } from "#lib/db/backup/write-backup.ts";
import { openStore } from "#lib/db/connection/open-store.ts";
import { ensureDeliveryMonth } from "#lib/db/deliveries/delivery-months.ts";
import { deleteEnvironment } from "#lib/db/environments/delete-environment.ts";
import { everywhere, putRetention } from "#lib/db/settings/retention.ts";
import { createTwoRoles } from "#lib/db/testing/two-roles.ts";
import { signStatement } from "#lib/services/audit/sign-statement.ts";
import { verifyAudit } from "#lib/services/audit/verify-audit.ts";
import { removeExpired } from "#lib/services/retention/remove-expired.ts";
import { compare } from "#tools/crash/compare.ts";
import { openRestoreApp, type RestoreApp } from "#tools/drill/restore-app.ts";
import { startRestoreGateway } from "#tools/drill/restore-gateway.ts";
import { actAfterBackup, connect, prepareBefore } from "#tools/drill/restore-scene.ts";
import { openVault } from "./open-vault.ts";
import { loadSettings } from "./settings/settings.ts";

const longAgo = new Date("2024-01-15T12:00:00Z");

async function listMonths({ db }: RestoreApp["ctx"]): Promise<string[]> {
  const { rows } = await db.execute<{ name: string }>(
    sql`select relname as name from pg_class where relname like '%\_demo\_202401' and relkind = 'r' order by 1`,
  );
  return rows.map(({ name }) => name);
}

/** A month of each kind and rows of the audit that are older than their retention time, which is set. */
async function prepareOld({ db }: RestoreApp["ctx"]): Promise<void> {
  await db.execute(sql`select ensure_transaction_month('demo', ${longAgo.toISOString()}::timestamptz)`);
  await ensureDeliveryMonth(db, "demo", longAgo);
  for (const [environment, kind] of [
    ["demo", "transactions"],
    ["demo", "notifications"],
    [everywhere, "audit"],
  ] as const) {
    await putRetention(db, { environment, kind, days: 60, keptFrom: null, updatedAt: new Date(), updatedBy: "test" });
  }
}

test("one who may change neither schema nor audit takes payments, receives, runs jobs, removes what is old and backs up", {
  meta: { slow: "Migrates an empty database, takes payments and refunds, and waits for jobs." },
}, async () => {
  const undo: (() => unknown)[] = [];
  const folder = await mkdtemp(path.join(tmpdir(), "counterfoil-roles-"));
  undo.push(() => rm(folder, { recursive: true, force: true }));
  const roles = await createTwoRoles();
  undo.push(() => roles.drop());
  try {
    const gateway = await startRestoreGateway({ folder, defer: (work) => undo.push(work) });
    const env = {
      SESSION_KEYS: `d1:${randomBytes(32).toString("hex")}`,
      VAULT_KEYS: `d1:${randomBytes(32).toString("base64")}`,
      DATABASE_URL: roles.workerUrl,
      DATA_DIR: path.join(folder, "data"),
      MIGRATE: "check",
      SANDBOX: "off",
      LOG_LEVEL: "error",
      GATEWAY_HOSTS: gateway.host,
    };
    const store = openStore({ url: roles.workerUrl, connectionsMax: 1 });
    const vault = await openVault(store, loadSettings(env).vaultKeys);
    await recordAudit({ db: store.db, vault }, { at: longAgo, staffId: null, actor: "test", act: "role.tried" });
    await store.close();
    const app = await openRestoreApp(env, roles.workerUrl);
    undo.push(() => app.close());
    const { ctx, runtime } = app;
    await connect(app, gateway);
    const before = await prepareBefore(app, { refunds: 1 });
    const { acknowledged } = await actAfterBackup(app, before, { notifications: 20, payments: 1 });
    expect(acknowledged.size).toBe(20);
    await eventually(async () => {
      const { lost } = await compare({ databaseUrl: roles.workerUrl, vault: ctx.vault, acknowledged });
      expect(lost).toEqual([]);
    });
    await eventually(async () => {
      const { rows } = await ctx.db.execute(sql`select name from pgboss.job where state = 'completed'`);
      expect(rows).not.toEqual([]);
    });

    await prepareOld(ctx);
    expect(await listMonths(ctx)).toHaveLength(5);
    await removeExpired(ctx);
    expect(await listMonths(ctx)).toEqual([]);
    const old = await ctx.db.execute(sql`select from audit where at < '2025-01-01'`);
    expect(old.rows).toEqual([]);
    await anchorChain(ctx.db, { at: new Date(), sign: (statement) => signStatement(ctx.vault, statement) });
    expect((await verifyAudit(ctx.db, ctx.vault)).faults).toEqual([]);

    const backup = { to: folder, sealer: ctx.vault, keyIds: [ctx.vault.keyId], program: "test" };
    expect((await writeBackup({ ...backup, url: roles.workerUrl })).manifest.tables.length).toBeGreaterThan(50);
    await deleteEnvironment(ctx.db, "demo");
    expect(await runtime.probes.isReady()).toBe(true);
  } finally {
    for (const step of undo.reverse()) await step();
  }
});
