import type { ClientBase } from "pg";
import { getConstructionPlans, getMigrationPlans } from "pg-boss";

/** The tables of the job queue, in a schema of their own. Whoever works with them may not make them. */
export const jobSchema = "pgboss";

/** Whether the tables of the job queue are missing or of an earlier version of pg-boss. */
export async function isJobSchemaPending(client: ClientBase): Promise<boolean> {
  const installed = await readVersion(client);
  return installed === undefined || installed < versionMade();
}

/** Makes the tables of the job queue, or changes them to the version of this program. */
export async function prepareJobSchema(client: ClientBase): Promise<void> {
  const installed = await readVersion(client);
  if (installed === undefined) {
    await client.query(getConstructionPlans(jobSchema));
  } else if (installed < versionMade()) {
    // Indexes are built after the transaction, and each in a call of its own: not within another one.
    const [change = "", indexes = ""] = splitAfterLast(getMigrationPlans(jobSchema, installed), "COMMIT;");
    await client.query(change);
    for (const step of indexes.split(";\n")) if (step.trim()) await client.query(step);
  }
}

/** pg-boss names the version of its tables nowhere else. */
function versionMade(): number {
  const [, version] = /INTO pgboss\.version\(version\) VALUES \('(\d+)'\)/.exec(getConstructionPlans(jobSchema)) ?? [];
  if (version === undefined) throw new Error("pg-boss no longer says which version of its tables it makes.");
  return Number(version);
}

async function readVersion(client: ClientBase): Promise<number | undefined> {
  const { rows: tables } = await client.query("select to_regclass($1) as name", [`${jobSchema}.version`]);
  if (tables[0]?.name === null) return undefined;
  const { rows } = await client.query(`select version from ${jobSchema}.version`);
  return rows.length === 0 ? undefined : Number(rows[0].version);
}

function splitAfterLast(text: string, end: string): string[] {
  const at = text.lastIndexOf(end) + end.length;
  return [text.slice(0, at), text.slice(at)];
}
