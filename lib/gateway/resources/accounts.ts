import { isAppError } from "#lib/core/errors.ts";
import type { Caller } from "../business-call.ts";
import type { Account } from "../records.ts";
import { gatewayRefusal } from "../refusal.ts";
import { toAccount } from "../wire/account.ts";
import { readAllPages } from "./read-page.ts";

/** All accounts; empty where the gateway has no such list (403, 404, 405): then list without account number. */
export async function listAccounts(caller: Caller, sizeName: string): Promise<Account[]> {
  try {
    return await readAllPages(caller, { path: "/accounting/v1/accounts", pageSize: 100, sizeName, toRow: toAccount });
  } catch (thrown) {
    const status = gatewayRefusal(thrown)?.status;
    if (isAppError(thrown) && (status === 403 || status === 404 || status === 405)) return [];
    throw thrown;
  }
}
