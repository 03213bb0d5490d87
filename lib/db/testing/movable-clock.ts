import { sql } from "drizzle-orm";
import type { Store } from "../connection/open-store.ts";

/**
 * Makes this database's time movable and returns what moves it forward. From then on `now()` and `clock_timestamp()` of all
 * statements, also in triggers and defaults, are those of `public`, which its connections find before those of PostgreSQL.
 */
export async function makeClockMovable({ db, pool }: Store): Promise<(ms: number) => Promise<void>> {
  // Raw SQL, since a query builder has no functions and no search path.
  await db.execute(sql`
    create table moved_clock (by interval not null);
    insert into moved_clock values ('0');
    create function public.now() returns timestamptz language sql stable
      as 'select pg_catalog.now() + by from public.moved_clock';
    create function public.clock_timestamp() returns timestamptz language sql volatile
      as 'select pg_catalog.clock_timestamp() + by from public.moved_clock';
    do $$ declare item record; begin
      execute format('alter database %I set search_path = public, pg_catalog', current_database());
      for item in select table_name, column_name from information_schema.columns
        where table_schema = 'public' and column_default = 'now()'
      loop
        execute format('alter table %I alter column %I set default public.now()', item.table_name, item.column_name);
      end loop;
    end $$`);
  // The search path is that of new connections.
  while (pool.totalCount > 0) (await pool.connect()).release(true);
  return async (ms) => {
    await db.execute(sql`update moved_clock set by = by + ${ms} * interval '1 millisecond'`);
  };
}
