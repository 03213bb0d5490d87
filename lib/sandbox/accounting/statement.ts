import { currencyExponent } from "#lib/core/currency.ts";
import type { LedgerRow } from "../ledger/ledger-row.ts";
import type { ProfileAccount } from "../merchant-profile.ts";

/** The forms of a statement that the vendor's OpenAPI document names. */
export const documentTypes = ["MT940MultiCash", "MT940SWIFT", "MT940Structured", "MT940StructuredWithIban"] as const;
type DocumentType = (typeof documentTypes)[number];

type Statement = {
  account: ProfileAccount;
  type: DocumentType;
  /** YYYY-MM-DD. */
  day: string;
  /** Of this day, oldest first. */
  rows: readonly LedgerRow[];
};

const lineEnd = "\r\n";
const textMax = 65;
const textLinesMax = 6;

/** One account's day as MT940. The ledger has no earlier balance, so it opens at zero. */
export function toStatement({ account, type, day, rows }: Statement): string {
  const date = day.slice(2).replaceAll("-", "");
  const scale = 10 ** currencyExponent(account.currency);
  const balance = (minor: number) => `${minor < 0 ? "D" : "C"}${date}${account.currency}${toAmount(minor / scale, account)}`;
  const closing = rows.reduce((sum, row) => sum + Math.round(row.transaction_amount * scale), 0);
  const lines = [
    `:20:${date}${account.accountNumber}`.slice(0, 4 + 16),
    `:25:${type === "MT940StructuredWithIban" ? account.iban : account.accountNumber}`,
    ":28C:1/1",
    `:60F:${balance(0)}`,
    ...rows.flatMap((row) => toEntry(row, { account, type, date })),
    `:62F:${balance(closing)}`,
    "-",
  ];
  const text = lines.join(lineEnd);
  return type === "MT940SWIFT" ? `{1:F01SANDBOXXXXXX0000000000}{2:I940SANDBOXXXXXXN}{4:${lineEnd}${text}}` : `${text}${lineEnd}`;
}

type Place = { account: ProfileAccount; type: DocumentType; date: string };

function toEntry(row: LedgerRow, { account, type, date }: Place): string[] {
  const mark = row.sign === "Debit" ? "D" : "C";
  const amount = toAmount(Math.abs(row.transaction_amount), account);
  const reference = toSwift(row.payment_reference ?? "NONREF").slice(0, 16);
  const entry = `:61:${date}${date.slice(2)}${mark}${amount}NMSC${reference}//${row.id}`;
  const text = toSwift(row.description ?? "");
  const isStructured = type === "MT940Structured" || type === "MT940StructuredWithIban";
  const information = isStructured ? `${row.transaction_type}?00${toSwift(row.sign)}?20${text}` : text;
  return information === "" ? [entry] : [entry, ...cut(`:86:${information}`)];
}

/** Decimals behind a comma, which stands there even without any. */
function toAmount(amount: number, { currency }: ProfileAccount): string {
  const text = Math.abs(amount).toFixed(currencyExponent(currency)).replace(".", ",");
  return text.includes(",") ? text : `${text},`;
}

/** Replaces characters that a statement may not contain by a point. */
function toSwift(text: string): string {
  return text.replace(/[^A-Za-z0-9/?:().,'+ -]/g, ".");
}

/** Lines of a text; only a field may begin with a colon, and only the end with a dash. */
function cut(text: string): string[] {
  const starts = Array.from({ length: Math.min(textLinesMax, Math.ceil(text.length / textMax)) }, (_, at) => at * textMax);
  const lines = starts.map((start) => text.slice(start, start + textMax));
  return lines.map((line, at) => (at > 0 ? line.replace(/^[:-]/, ".") : line));
}
