import { isAppError } from "#lib/core/errors.ts";
import type { Caller } from "../api-client.ts";
import { gatewayRefusal } from "../error-response.ts";
import type { RecordFact } from "../profile/note-fact.ts";
import type { Account } from "../records.ts";
import type { GatewayOptions } from "../types.ts";
import { toAccount } from "../wire/account.ts";
import { readAllPages } from "./read-page.ts";

const path = "/accounting/v1/accounts";

/**
 * All accounts. Where the gateway has no such list (403, 404, 405), the configured account numbers; without any, list without
 * account number.
 */
export async function listAccounts(
  caller: Caller,
  {
    accountNumbers,
    note,
    pageSizeName,
    pageSize,
  }: Pick<GatewayOptions, "accountNumbers" | "pageSizeName" | "pageSize"> & { note: RecordFact },
): Promise<Account[]> {
  try {
    const accounts = await readAllPages(caller, { path, pageSizeName, pageSize, toRow: toAccount });
    note({ question: "accounts", answer: "readable", evidence: `GET ${path} → 200` });
    return accounts;
  } catch (thrown) {
    const status = gatewayRefusal(thrown)?.status;
    if (!isAppError(thrown) || (status !== 403 && status !== 404 && status !== 405)) throw thrown;
    note({ question: "accounts", answer: status === 403 ? "refused" : "absent", evidence: `GET ${path} → ${status}` });
    return accountNumbers.map(toTypedAccount);
  }
}

function toTypedAccount(accountNumber: string): Account {
  return { accountNumber, iban: null, currency: null, name: null, isReserve: false, isSuspense: false, extra: [], raw: {} };
}
