import { systemClock } from "#lib/core/clock.ts";
import { rewrapAll } from "#lib/services/vault/rewrap-all.ts";
import { recordAudit } from "#lib/store/audit.ts";
import { readFlags } from "./support/read-flags.ts";
import { say } from "./support/say.ts";
import { type Desk, withDesk } from "./support/with-desk.ts";

const by = "npm run rewrap";

async function rewrap({ settings, store, vault }: Desk): Promise<number> {
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
  say(`${values} values were sealed anew; everything is under the key "${vault.keyId}".`);
  const spare = settings.vaultKeys.map(({ id }) => id).filter((id) => id !== vault.keyId);
  if (spare.length > 0) say(`Nothing needs ${spare.join(", ")} any more; take it out of VAULT_KEYS and restart.`);
  return 0;
}

readFlags({});
process.exitCode = await withDesk(by, rewrap);
