import type pg from "pg";
import type { TestStore } from "./test-store.ts";

type Statement = { text: string; values: unknown[] };

/** Records the statements sent to the pool while the work runs, with their real results. */
export async function recordStatements({ pool }: TestStore, work: () => Promise<unknown>): Promise<Statement[]> {
  const statements: Statement[] = [];
  const query = pool.query;
  const recording = (config: pg.QueryConfig, values?: unknown[]) => {
    statements.push({ text: config.text, values: values ?? config.values ?? [] });
    return Reflect.apply(query, pool, [config, values]);
  };
  Object.assign(pool, { query: recording });
  try {
    await work();
  } finally {
    Object.assign(pool, { query });
  }
  return statements;
}

type Node = {
  "Node Type": string;
  "Actual Rows"?: number;
  "Actual Loops"?: number;
  "Rows Removed by Filter"?: number;
  "Rows Removed by Index Recheck"?: number;
  Plans?: Node[];
};

/** How many rows of tables and indexes the statements read, according to EXPLAIN. */
export async function countRowsRead({ pool }: TestStore, statements: readonly Statement[]): Promise<number> {
  let rows = 0;
  for (const { text, values } of statements) {
    const { rows: plans } = await pool.query<{ "QUERY PLAN": { Plan: Node }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    );
    for (const { Plan } of plans[0]?.["QUERY PLAN"] ?? []) rows += ofNode(Plan);
  }
  return rows;
}

function ofNode(node: Node): number {
  const own =
    node["Node Type"].endsWith("Scan") &&
    !["CTE Scan", "Subquery Scan", "Function Scan", "Values Scan"].includes(node["Node Type"]);
  const rowsPerLoop =
    (node["Actual Rows"] ?? 0) + (node["Rows Removed by Filter"] ?? 0) + (node["Rows Removed by Index Recheck"] ?? 0);
  const below = (node.Plans ?? []).reduce((sum, plan) => sum + ofNode(plan), 0);
  return (own ? rowsPerLoop * (node["Actual Loops"] ?? 1) : 0) + below;
}
