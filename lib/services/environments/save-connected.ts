import { AppError, type FieldProblem } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Queryable, Transaction } from "#lib/db/connection/open-store.ts";
import { ensureEndpoints } from "#lib/db/endpoints/connected-endpoint.ts";
import { guardedBy, type MerchantInput, type SaveOutcome, saveMerchants } from "#lib/db/lockout/credentials.ts";
import { findOtherSecrets } from "#lib/db/lockout/other-secrets.ts";
import { parseCertificateInput } from "#lib/notifications/verification/certificate.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { serviceText } from "../texts.ts";
import type { ConnectFile } from "./connect-file.ts";

type Options = { vault: Vault; by: string; onSaved?: ((done: number) => void) | undefined };
type MerchantsToSave = { environment: Environment; merchants: Readonly<ConnectFile["merchants"]> };

/** Mistakes that only what is stored shows; fields are named `merchants.0.clientId`. */
export async function checkStored(
  db: Queryable,
  vault: Vault,
  { environment, merchants }: MerchantsToSave,
): Promise<FieldProblem[]> {
  const marked = merchants.map(({ slug, ...credential }) => ({ slug, ...guardedBy(vault, { environment, ...credential }) }));
  const others = new Map((await findOtherSecrets(db, environment, marked)).map(({ slug, other }) => [slug, other]));
  return merchants.flatMap(({ slug }, at) => {
    const other = others.get(slug);
    return other === undefined ? [] : [{ field: `merchants.${at}.clientId`, ...serviceText("client_id_of_other", { other }) }];
  });
}

/** Saves merchants and, of those with certificates, their endpoints; throws `invalid_input`. Returns the result for each, in the order given. */
export async function saveConnected(
  tx: Transaction,
  { vault, by, onSaved }: Options,
  { environment, merchants }: MerchantsToSave,
): Promise<SaveOutcome[]> {
  const problems = await checkStored(tx, vault, { environment, merchants });
  if (problems.length > 0) throw new AppError("invalid_input", { fields: problems });
  const saved = await saveMerchants(tx, vault, toInputs({ environment, merchants }, by), { onSaved });
  const outcomes = saved.map(({ outcome }) => outcome);
  const stores = merchants.flatMap(({ sid, certificates }, at) => {
    const merchantId = saved[at]?.id;
    if (sid === undefined || merchantId === undefined || certificates.length === 0) return [];
    return [{ at, merchantId, sid, certificates: certificates.flatMap(parseStored) }];
  });
  const endpoints = await ensureEndpoints(tx, { environment, by, wanted: stores });
  for (const [index, { at }] of stores.entries()) {
    if (outcomes[at] === "unchanged" && endpoints[index]?.outcome !== "unchanged") outcomes[at] = "changed";
  }
  return outcomes;
}

/** Merchants as they are stored; what is not given stays as it is stored. */
export function toInputs({ environment, merchants }: MerchantsToSave, by: string): MerchantInput[] {
  return merchants.map(({ slug, name, clientId, clientSecret, sid = null, group = null }) => ({
    ...{ environment, slug, name, clientId, clientSecret, sid, group, by },
  }));
}

function parseStored(text: string) {
  const parsed = parseCertificateInput(text);
  return "problem" in parsed ? [] : parsed.certificates;
}
