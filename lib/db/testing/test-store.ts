import { randomBytes } from "node:crypto";
import pg from "pg";
import { inject } from "vitest";
import { openStore, type Store } from "../connection/open-store.ts";

export type TestStore = Store & { drop(): Promise<void> };

/** Creates a fresh, migrated database for one test file. Call `drop` in afterAll. */
export async function createTestStore(options: { connectionsMax?: number } = {}): Promise<TestStore> {
  const clusterUrl = inject("clusterUrl");
  const name = `test_${randomBytes(6).toString("hex")}`;
  // Copying files takes a third of the time of the write-ahead log.
  await onCluster(clusterUrl, `create database ${name} template template_desk strategy file_copy`);
  const store = openStore({ url: clusterUrl.replace(/\/postgres$/, `/${name}`), connectionsMax: options.connectionsMax ?? 10 });
  return {
    ...store,
    drop: async () => {
      await store.close();
      await onCluster(clusterUrl, `drop database ${name} with (force)`);
    },
  };
}

async function onCluster(clusterUrl: string, statement: string): Promise<void> {
  const client = new pg.Client({ connectionString: clusterUrl });
  await client.connect();
  try {
    await client.query(statement);
  } finally {
    await client.end();
  }
}
