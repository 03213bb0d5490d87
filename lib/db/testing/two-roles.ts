import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { migrateStore } from "../migrate/migrate-store.ts";

/** An empty, migrated database whose owner and whose worker are two roles; neither is a superuser. */
export type TwoRoles = { ownerUrl: string; workerUrl: string; drop(): Promise<void> };

export async function createTwoRoles(): Promise<TwoRoles> {
  const clusterUrl = inject("clusterUrl");
  const id = randomBytes(6).toString("hex");
  const [database, owner, worker] = [`test_${id}`, `owner_${id}`, `worker_${id}`];
  const urlOf = (role: string) => {
    const url = new URL(clusterUrl);
    return Object.assign(url, { username: role, password: id, pathname: `/${database}` }).href;
  };
  await onCluster(clusterUrl, [
    `create role ${owner} login password '${id}'`,
    `create role ${worker} login password '${id}'`,
    `create database ${database} owner ${owner}`,
  ]);
  const [ownerUrl, workerUrl] = [urlOf(owner), urlOf(worker)];
  await migrateStore({ url: ownerUrl }, { workerUrl });
  return {
    ownerUrl,
    workerUrl,
    drop: () => onCluster(clusterUrl, [`drop database ${database} with (force)`, `drop role ${worker}`, `drop role ${owner}`]),
  };
}

async function onCluster(url: string, statements: readonly string[]): Promise<void> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    for (const statement of statements) await client.query(statement);
  } finally {
    await client.end();
  }
}
