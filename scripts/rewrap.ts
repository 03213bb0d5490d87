import { countSpooledByKey } from "#lib/app/notify/notify-spool.ts";
import { systemClock } from "#lib/core/clock.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { rewrapAll } from "#lib/services/vault/rewrap-all.ts";
import { readFlags } from "./support/read-flags.ts";
import { say } from "./support/say.ts";
import { type Fixture, withApp } from "./support/with-app.ts";

const by = "npm run rewrap";

async function rewrap({ settings, store, vault }: Fixture): Promise<number> {
  const done = (await rewrapAll(store.db, vault)).filter(({ values }) => values > 0);
  for (const { table, column, values } of done) say(`${table}.${column}: ${values} sealed anew`);
  const values = done.reduce((sum, part) => sum + part.values, 0);
  if (values > 0) {
    const detail = { key: vault.keyId, values };
    await recordAudit(
      { db: store.db, vault },
      { at: new Date(systemClock.now()), staffId: null, actor: by, act: "vault.rewrapped", detail },
    );
  }
  say(`${values} values were sealed anew; everything in the database is under the key "${vault.keyId}".`);
  await printUnusedKeys(settings, vault.keyId);
  return 0;
}

/** Spool files are not encrypted again: they are drained by themselves, with the key they were encrypted with. */
async function printUnusedKeys({ vaultKeys, dataDir }: Fixture["settings"], current: string): Promise<void> {
  const { byKey, unreadable } = await countSpooledByKey(dataDir);
  const unused = vaultKeys.map(({ id }) => id).filter((id) => id !== current);
  for (const id of unused) {
    const waiting = byKey.get(id) ?? 0;
    if (waiting > 0) say(`${id} is still needed: ${waiting} notifications sealed with it wait in ${dataDir}/notify-spool.`);
  }
  if (unreadable > 0)
    say(`${dataDir}/notify-spool holds ${unreadable} parts that cannot be read; keep all keys until a person has looked.`);
  const free = unreadable > 0 ? [] : unused.filter((id) => !byKey.has(id));
  if (free.length === 0) return;
  say(`Nothing on this machine needs ${free.join(", ")} any more. Where no other machine's notify-spool holds anything,`);
  say("take it out of VAULT_KEYS and restart.");
}

readFlags({});
// Whoever serves may not change the audit, whose details are sealed anew as well.
process.exitCode = await withApp(by, rewrap, { asOwner: true });
