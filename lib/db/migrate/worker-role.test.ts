import pg from "pg";
import { getRollbackPlans } from "pg-boss";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { createTestStore } from "../testing/test-store.ts";
import { createTwoRoles, type TwoRoles } from "../testing/two-roles.ts";
import { isJobSchemaPending } from "./job-schema.ts";
import { migrateStore } from "./migrate-store.ts";
import { planMigrations, prepareSchema, verifyMigrations } from "./migration-plan.ts";
import { SchemaVersionError } from "./schema-version.ts";
import { canChangeSchema } from "./worker-role.ts";

let roles: TwoRoles;
let [owner, worker] = [new pg.Client(), new pg.Client()];
beforeAll(async () => {
  roles = await createTwoRoles();
  owner = new pg.Client({ connectionString: roles.ownerUrl });
  worker = new pg.Client({ connectionString: roles.workerUrl });
  await Promise.all([owner.connect(), worker.connect()]);
  await owner.query("create schema other; create table other.secret (id int); create table public.later (id int)");
  await owner.query(
    "insert into audit (at, actor, act, hash) values ('2024-01-01', 'a', 'x.done', ''), (now(), 'b', 'y.done', '')",
  );
});
afterAll(async () => {
  await Promise.all([owner.end(), worker.end()]);
  await roles.drop();
});

describe("whoever serves", () => {
  test.each([
    "create table mine (id int)",
    "create schema mine",
    "alter table payment add column mine int",
    "drop table payment",
    "drop table transaction_sandbox",
    "truncate payment",
    "create index mine on payment (id)",
    "create function mine() returns int language sql as 'select 1'",
    "create or replace function remove_audit_rows(most int) returns int language sql as 'select 1'",
    "alter table audit disable trigger all",
    "create trigger mine before insert on audit for each row execute function forget_derived()",
    "create table pgboss.mine (id int)",
    "drop table pgboss.schedule",
  ])("may not change the schema: %s", async (statement) => {
    await expect(worker.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    "update audit set actor = 'somebody else'",
    "delete from audit",
    "select from audit for update",
    "update audit_anchor set signature = ''",
    "delete from audit_anchor",
    "select setval('audit_id_seq', 1)",
  ])("may not rewrite the audit: %s", async (statement) => {
    await expect(worker.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test.each([
    "select * from other.secret",
    "select * from pg_authid",
    "select pg_read_file('/etc/hostname')",
    "copy payment to '/tmp/payment'",
    "select * from pg_hba_file_rules",
    "update drizzle.__drizzle_migrations set hash = ''",
  ])("may not read or write what it does not need: %s", async (statement) => {
    await expect(worker.query(statement)).rejects.toMatchObject({ code: "42501" });
  });

  test("may drop months and nothing else, also through a name that looks like one", async () => {
    for (const name of [
      "payment",
      "audit",
      "transaction_sandbox",
      "delivery_sandbox_other",
      "no_202601",
      'x"; drop table audit; --_202601',
    ]) {
      await expect(worker.query("select drop_months($1)", [[name]])).rejects.toMatchObject({ code: "42501" });
    }
    await worker.query("select ensure_transaction_month('demo', '2024-01-15')");
    await worker.query("select ensure_delivery_month('demo', '2024-01-15')");
    await worker.query("select from transaction_demo_202401 for update");
    await worker.query("select drop_months($1)", [["transaction_demo_202401", "delivery_demo_202401"]]);
    const { rows } = await worker.query("select to_regclass('transaction_demo_202401') as gone");
    expect(rows).toEqual([{ gone: null }]);
    await expect(worker.query("select attach_partition('payment', 'mine', 'DEFAULT')")).rejects.toMatchObject({ code: "42501" });
  });

  test("is not led astray by names of its own before those of the schema", async () => {
    await worker.query("set search_path = pg_temp, public");
    await worker.query("create temp table audit_anchor (kind text, last_id bigint)");
    await worker.query("insert into pg_temp.audit_anchor values ('removal', 1000)");
    expect((await worker.query("select remove_audit_rows(10) as removed")).rows).toEqual([{ removed: 0 }]);
    await worker.query("drop table pg_temp.audit_anchor; reset search_path");
  });

  test("removes of the audit only what a statement covers and no retention keeps", async () => {
    expect((await worker.query("select remove_audit_rows(10) as removed")).rows).toEqual([{ removed: 0 }]);
    await worker.query(
      `insert into audit_anchor (kind, at, first_id, last_id, rows, last_hash, signature)
       select 'removal', now(), min(id), max(id), 2, '', 'forged' from audit`,
    );
    expect((await worker.query("select remove_audit_rows(10) as removed")).rows).toEqual([{ removed: 1 }]);
    expect((await worker.query("select actor from audit")).rows).toEqual([{ actor: "b" }]);
  });

  test("works with tables that later migrations make, and is told from who may change them", async () => {
    await worker.query("insert into later values (1)");
    const call =
      "(at, calls, ms, attempt, environment, method, path, process) values (now(), 1, 1, 1, 'demo', 'GET', '/', 'a:1')";
    await worker.query(`insert into gateway_call ${call}`);
    expect((await worker.query("delete from gateway_call")).rowCount).toBe(1);
    expect([await canChangeSchema(worker), await canChangeSchema(owner)]).toEqual([false, true]);
  });

  test("starts on the migrated database, whether it would migrate or only checks", async () => {
    await prepareSchema({ url: roles.workerUrl }, "check");
    await prepareSchema({ url: roles.workerUrl }, "auto");
    await prepareSchema({ url: roles.workerUrl }, "auto", { migrateUrl: roles.ownerUrl });
    expect(await verifyMigrations({ url: roles.workerUrl })).toEqual([]);
  });

  test("refuses in one line to start where it would have to migrate and may not", async () => {
    await owner.query("delete from drizzle.__drizzle_migrations where id = (select max(id) from drizzle.__drizzle_migrations)");
    const error = await prepareSchema({ url: roles.workerUrl }, "auto").catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(SchemaVersionError);
    expect(String(error)).toMatch(/^SchemaVersionError: [^\n]*npm run migrate -- apply with MIGRATE_DATABASE_URL[^\n]*$/);
  });
});

test("the tables of the job queue are made and brought up to date by the migrations", async () => {
  const store = await createTestStore();
  const client = await store.pool.connect();
  try {
    await client.query("drop schema pgboss cascade");
    expect(await planMigrations(store)).toEqual([{ name: "job_queue", steps: 1, buildsIndexes: false }]);
    await migrateStore(store);
    expect(await isJobSchemaPending(client)).toBe(false);
    await client.query(getRollbackPlans("pgboss"));
    expect(await isJobSchemaPending(client)).toBe(true);
    await migrateStore(store);
    expect([await isJobSchemaPending(client), await planMigrations(store)]).toEqual([false, []]);
    expect((await client.query("select to_regclass('pgboss.job_common_i11')::text as name")).rows[0]?.name).not.toBeNull();
  } finally {
    client.release();
    await store.drop();
  }
});
