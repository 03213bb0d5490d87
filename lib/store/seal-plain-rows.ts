import { z } from "zod";
import type { Vault } from "../vault/vault.ts";
import type { Database } from "./open-store.ts";
import { sealPlainNames } from "./seal-plain-names.ts";
import { sealPlainTransactions } from "./seal-plain-transactions.ts";
import { sealPlainDetails, sealPlainPayments, sealPlainSandbox, sealPlainUrls } from "./seal-plain-values.ts";
import { findSetting, putSetting } from "./settings.ts";

const settingKey = "vault.sealed_tables";

/** By what was readable before: never renamed, since a database remembers what was done. */
const sealers: Record<string, (db: Database, vault: Vault) => Promise<void>> = {
  transaction: sealPlainTransactions,
  person_name: sealPlainNames,
  payment: sealPlainPayments,
  audit: sealPlainDetails,
  forward_target: sealPlainUrls,
  sandbox_record: sealPlainSandbox,
};

/**
 * Seals what an earlier version of this program stored readable, once for each database. A run that was cut off goes on
 * at the next start; several processes may do it at once.
 */
export async function sealPlainRows(db: Database, vault: Vault): Promise<void> {
  const done = z
    .array(z.string())
    .catch([])
    .parse(await findSetting(db, settingKey));
  const due = Object.entries(sealers).filter(([name]) => !done.includes(name));
  for (const [, seal] of due) await seal(db, vault);
  if (due.length > 0) await putSetting(db, settingKey, Object.keys(sealers));
}
