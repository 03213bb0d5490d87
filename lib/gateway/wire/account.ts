import type { Account } from "../records.ts";
import type { WireRecord } from "./exact-json.ts";
import { WireReader } from "./reader.ts";

/** One row of GET /accounting/v1/accounts; undefined without an account number. */
export function toAccount(record: WireRecord): Account | undefined {
  const read = new WireReader(record);
  const accountNumber = read.text("account_number", "number");
  if (accountNumber === null) return undefined;
  return {
    accountNumber,
    iban: read.text("iban"),
    currency: read.text("currency", "currency_code"),
    name: read.text("name", "account_name"),
    isReserve: read.flag("is_reserve") ?? false,
    isSuspense: read.flag("is_suspense_account", "is_suspense") ?? false,
    ...read.kept(),
  };
}
