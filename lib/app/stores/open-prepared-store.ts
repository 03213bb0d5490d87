import { setTimeout as wait } from "node:timers/promises";
import type { Store } from "#lib/db/connection/open-store.ts";
import { prepareSchema } from "#lib/db/migrate/migration-plan.ts";
import type { Log } from "#lib/services/log.ts";
import { VaultError } from "#lib/vault/aead.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { openKeptVault, openVault } from "../open-vault.ts";
import type { Runtime } from "../runtime.ts";
import type { Settings } from "../settings/settings.ts";
import { isAway } from "./is-away.ts";

type Options = { store: Store; settings: Pick<Settings, "vaultKeys" | "dataDir" | "migrate" | "migrateDatabaseUrl">; log: Log };

const answerMs = 10_000;
const againMs = 1_000;

/**
 * Migrates the database, or checks that it is migrated, and opens its vault. While the database is away, or hangs for ten
 * seconds, the vault is the one this machine opened last, and `storeOpened` retries; without such a vault this waits, and
 * throws the database's error.
 */
export async function openPreparedStore({ store, settings, log }: Options): Promise<Pick<Runtime, "vault" | "storeOpened">> {
  const open = async () => {
    const migrateUrl = settings.migrateDatabaseUrl;
    await prepareSchema(store, settings.migrate, { migrateUrl, log: (message) => log.info({}, message) });
    return openVault(store, settings.vaultKeys, settings.dataDir);
  };
  const first = open();
  const vault = await Promise.race([first, silence()]).catch((cause: unknown) => {
    if (isAway(cause)) return undefined;
    throw cause;
  });
  if (vault) return { vault, storeOpened: undefined };
  const kept = await openKeptVault(settings.vaultKeys, settings.dataDir);
  if (!kept) return { vault: await first, storeOpened: undefined };
  log.warn({}, "The database is away: notifications are received and wait on the disk, all else waits for it");
  return { vault: kept, storeOpened: keepOpening(first, open, kept) };
}

function silence(): Promise<undefined> {
  return wait(answerMs, undefined, { ref: false });
}

async function keepOpening(first: Promise<Vault>, open: () => Promise<Vault>, kept: Vault): Promise<void> {
  for (let attempt = first; ; attempt = open()) {
    const vault = await attempt.catch((cause: unknown) => {
      if (isAway(cause)) return undefined;
      throw cause;
    });
    if (!vault) await wait(againMs, undefined, { ref: false });
    else if (vault.hash("") === kept.hash("")) return;
    else throw new VaultError("DATABASE_URL: this is not the database that this DATA_DIR was used with.");
  }
}

type Later = {
  /** Undefined: it was there when the process opened it. */
  storeOpened: Promise<void> | undefined;
  /** Must be idempotent: it runs again when the database goes away meanwhile. */
  start: () => Promise<void>;
  isClosed: () => boolean;
  log: Log;
};

/**
 * Starts everything that needs the database: now, or, while it is away, later, and returns. If it then cannot be used at all, the
 * process stops with 1.
 */
export async function startWhenThere(later: Later): Promise<void> {
  if (later.storeOpened === undefined && (await doUnlessAway(later.start))) return;
  void startLater(later);
}

async function startLater({ storeOpened, start, isClosed, log }: Later): Promise<void> {
  try {
    await storeOpened;
    while (!isClosed() && !(await doUnlessAway(start))) await wait(againMs, undefined, { ref: false });
    if (!isClosed()) log.info({}, "The database is back");
  } catch (cause) {
    if (isClosed()) return;
    log.error({ cause }, "The database cannot be used");
    // Not 0, with which a supervisor would leave it stopped.
    process.exitCode = 1;
    process.kill(process.pid, "SIGTERM");
  }
}

/** False when the database is away; throws what else the work throws. */
export async function doUnlessAway(work: () => Promise<unknown>): Promise<boolean> {
  try {
    await work();
    return true;
  } catch (cause) {
    if (isAway(cause)) return false;
    throw cause;
  }
}
