import { countSealedByKey, spoolFolderIn } from "#lib/app/notify/notify-spool.ts";
import type { Settings } from "#lib/app/settings/settings.ts";
import { systemClock } from "#lib/core/clock.ts";
import { recordAudit } from "#lib/db/audit/audit.ts";
import { rewrapAll } from "#lib/services/vault/rewrap-all.ts";
import type { SealContext } from "#lib/vault/vault.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";
import { type Fixture, withApp } from "./support/with-app.ts";

const by = "npm run rewrap";

async function rewrap({ settings, store, vault }: Fixture): Promise<number> {
  let unopened = 0;
  const onUnopened = ({ table, column, row }: SealContext) => {
    unopened += 1;
    printProblem(`${table}.${column} of ${row} opens with no key: it is damaged, or its key is not in VAULT_KEYS.`);
  };
  const done = (await rewrapAll({ db: store.db, vault, onUnopened })).filter(({ values }) => values > 0);
  for (const { table, column, values } of done) say(`${table}.${column}: ${values} sealed anew`);
  const values = done.reduce((sum, part) => sum + part.values, 0);
  if (values > 0) {
    const detail = { key: vault.keyId, values };
    await recordAudit(
      { db: store.db, vault },
      { at: new Date(systemClock.now()), staffId: null, actor: by, act: "vault.rewrapped", detail },
    );
  }
  const all = unopened === 0 ? "everything" : "everything else";
  say(`${values} values were sealed anew; ${all} in the database is under the key "${vault.keyId}".`);
  if (unopened > 0) printProblem(`${unopened} values open with no key and stay as they are.`);
  await printUnusedKeys(settings, vault.keyId);
  return unopened === 0 ? 0 : 1;
}

/** Spool and journal are not encrypted again: the one drains by itself, the other is deleted after JOURNAL_HOURS. */
async function printUnusedKeys({ vaultKeys, dataDir, journalDir, journalHours }: Settings, current: string): Promise<void> {
  const spool = await countSealedByKey(spoolFolderIn(dataDir));
  const journal = journalDir === undefined ? undefined : await countSealedByKey(journalDir);
  const unused = vaultKeys.map(({ id }) => id).filter((id) => id !== current);
  for (const id of unused) {
    const waiting = spool.byKey.get(id) ?? 0;
    if (waiting > 0) say(`${id} is still needed: ${waiting} notifications sealed with it wait in ${dataDir}/notify-spool.`);
    const kept = journal?.byKey.get(id) ?? 0;
    if (kept > 0)
      say(`${id} is still needed: ${kept} entries of ${journalDir} are sealed with it, which stay ${journalHours} hours.`);
  }
  if (spool.unreadable > 0)
    say(`${dataDir}/notify-spool holds ${spool.unreadable} parts that cannot be read; keep all keys until a person has looked.`);
  const free = spool.unreadable > 0 ? [] : unused.filter((id) => !spool.byKey.has(id) && !journal?.byKey.has(id));
  if (free.length === 0) return;
  say(
    `Nothing on this machine needs ${free.join(", ")} any more. Where no other machine's notify-spool or journal holds anything`,
  );
  say("under it, take it out of VAULT_KEYS and restart. Backups made under it need it: keep it as long as you keep them.");
}

readFlags({});
// Whoever serves may not change the audit, whose details are sealed anew as well.
process.exitCode = await withApp(by, rewrap, { asOwner: true });
