import type pg from "pg";
import type { Manifest } from "./manifest.ts";

export type Table = { name: string; columns: string[] };

/**
 * Our tables with the columns that hold values of their own, each after those it refers to. pg-boss's schema is not among
 * them: a start makes its schedules again, and all that waits is in our own tables.
 */
export async function listTables(client: pg.ClientBase): Promise<Table[]> {
  const { rows } = await client.query<Table>(`
    select relname as name, array_agg(attname::text order by attnum) as columns
    from pg_class join pg_attribute on attrelid = pg_class.oid
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and attnum > 0 and not attisdropped and attgenerated = ''
    group by relname order by relname`);
  const { rows: references } = await client.query<{ from: string; to: string }>(`
    select source.relname as from, target.relname as to from pg_constraint
    join pg_class source on source.oid = conrelid join pg_class target on target.oid = confrelid
    where contype = 'f' and connamespace = 'public'::regnamespace and conparentid = 0 and conrelid <> confrelid`);
  return inOrder(rows, references);
}

function inOrder(tables: readonly Table[], references: readonly { from: string; to: string }[]): Table[] {
  const ordered: Table[] = [];
  const isDone = (name: string) => ordered.some((table) => table.name === name);
  while (ordered.length < tables.length) {
    const next = tables.filter(({ name }) => !isDone(name) && references.every(({ from, to }) => from !== name || isDone(to)));
    if (next.length === 0) throw new Error("Tables refer to each other in a circle.");
    ordered.push(...next);
  }
  return ordered;
}

/** Each after the one it is a part of. */
export async function listPartitions(client: pg.ClientBase): Promise<Manifest["partitions"]> {
  const { rows } = await client.query<Manifest["partitions"][number]>(`
    select part.relname as name, parent.relname as parent, pg_get_expr(part.relpartbound, part.oid) as bounds,
      pg_get_partkeydef(part.oid) as key
    from pg_class root cross join pg_partition_tree(root.oid) tree
    join pg_class part on part.oid = tree.relid join pg_class parent on parent.oid = tree.parentrelid
    where root.relnamespace = 'public'::regnamespace and root.relkind = 'p' and not root.relispartition
    order by level, part.relname`);
  return rows;
}

/** Their values are outside transactions: read them after the snapshot of the rows was taken, so that none comes twice. */
export async function readSequences(client: pg.ClientBase): Promise<Manifest["sequences"]> {
  const { rows } = await client.query<{ name: string }>(
    "select relname as name from pg_class where relnamespace = 'public'::regnamespace and relkind = 'S' order by relname",
  );
  const sequences: Manifest["sequences"] = [];
  for (const { name } of rows) {
    const { rows: values } = await client.query<{ lastValue: string; isCalled: boolean }>(
      `select last_value::text as "lastValue", is_called as "isCalled" from ${client.escapeIdentifier(name)}`,
    );
    const [value] = values;
    if (value) sequences.push({ name, ...value });
  }
  return sequences;
}
