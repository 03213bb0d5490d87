import type pg from "pg";

/** A migration file has a mistake; the message is one line for the developer. */
export class MigrationError extends Error {
  override name = "MigrationError";
}

type IndexStep = { unique: string; name: string; table: string; definition: string };
type Index = Omit<IndexStep, "table"> & { on: string };

const createStep = /^create\s+(unique\s+)?index\s+concurrently\s+(?:if\s+not\s+exists\s+)?"(\w+)"\s+on\s+"(\w+)"([^;]+);?$/i;
const nameCharsMax = 50;

/** Whether a step must not run in a transaction. */
export function isIndexStep(step: string): boolean {
  return /^create\s+(unique\s+)?index\s+concurrently\s/i.test(withoutComments(step));
}

/**
 * Builds each index while the table is in use. Idempotent: an index left invalid by a killed build is rebuilt. Throws
 * MigrationError when the steps are not all of this kind.
 */
export async function buildIndexes(
  client: pg.ClientBase,
  steps: readonly string[],
  withLockRetries: (work: () => Promise<void>) => Promise<void>,
): Promise<void> {
  for (const step of steps.map(parseStep)) {
    const partitions = await listPartitions(client, step.table);
    if (!partitions) {
      await buildIndex(client, { ...step, on: `"${step.table}"` });
      continue;
    }
    for (const { id, on } of partitions) {
      await buildIndex(client, { ...step, name: `${step.name.slice(0, nameCharsMax)}_${id}`, on });
    }
    // Only attaches the partitions' indexes, which is quick. PostgreSQL cannot do this concurrently.
    const { unique, name, table, definition } = step;
    await withLockRetries(
      async () => void (await client.query(`create ${unique} index if not exists "${name}" on "${table}" ${definition}`)),
    );
  }
}

async function buildIndex(client: pg.ClientBase, { unique, name, on, definition }: Index): Promise<void> {
  const { rows } = await client.query("select indisvalid as valid from pg_index where indexrelid = to_regclass($1)", [
    `"${name}"`,
  ]);
  if (rows[0]?.valid) return;
  const { rows: limits } = await client.query<{ before: string }>("select current_setting('lock_timeout') as before");
  const before = limits[0]?.before ?? "0";
  // It waits for old transactions but blocks no one; with a timeout it would start over forever.
  await client.query("set lock_timeout = 0");
  if (rows.length > 0) await client.query(`drop index concurrently "${name}"`);
  await client.query(`create ${unique} index concurrently "${name}" on ${on} ${definition}`);
  await client.query(`set lock_timeout = '${before}'`);
}

/** The leaf partitions, which contain the rows; undefined for a table that is not partitioned. */
async function listPartitions(client: pg.ClientBase, table: string): Promise<{ id: number; on: string }[] | undefined> {
  const { rows } = await client.query<{ id: number; on: string }>(
    `select relid::int8 as id, relid::text as on from pg_class, pg_partition_tree(oid)
     where oid = $1::regclass and relkind = 'p' and (isleaf or level = 0) order by level, relid`,
    [`"${table}"`],
  );
  return rows.length > 0 ? rows.slice(1) : undefined;
}

function parseStep(step: string): IndexStep {
  const [, unique = "", name, table, definition] = createStep.exec(withoutComments(step)) ?? [];
  if (name && table && definition) return { unique, name, table, definition };
  throw new MigrationError(
    `A migration with CREATE INDEX CONCURRENTLY holds another step as well: put each kind into a file of its own (${step.trim().slice(0, 80)}).`,
  );
}

function withoutComments(step: string): string {
  const lines = step.split("\n").filter((line) => !line.trimStart().startsWith("--"));
  return lines.join("\n").trim();
}
