import type { RecordKind } from "#lib/sandbox/storage.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Database } from "../connection/open-store.ts";
import { createSandboxStorage } from "./sandbox-storage.ts";

const links: RecordKind<string> = "link";
const newestMax = 50;

/** Whether one of the newest payment links that staff made in the sandbox was paid. */
export async function hasPaidLink(db: Database, vault: Vault): Promise<boolean> {
  const storage = createSandboxStorage({ db, vault });
  const newest = await storage.list(links, { newestFirst: true, limit: newestMax });
  const orders = await storage.findMany(
    "order",
    newest.map(({ value }) => value),
  );
  return orders.some(({ tag }) => tag === "paid" || tag === "refunded");
}
