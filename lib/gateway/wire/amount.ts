import { isCurrency } from "#lib/core/currency.ts";
import { parseDecimal } from "#lib/core/money.ts";
import type { GatewayAmount, TransactionSign } from "../records.ts";

/** The sign in any known form: Credit, Debit, C, D, CR, DR. Null for anything else. */
export function readSign(text: string | null): TransactionSign | null {
  const word = text?.trim().toLowerCase() ?? "";
  if (["credit", "c", "cr"].includes(word)) return "credit";
  if (["debit", "d", "dr"].includes(word)) return "debit";
  return null;
}

/**
 * A ledger amount in major units as signed text and exact minor units: negative for debit and positive for credit, whatever
 * the gateway's format; without a sign as written. `amountMinor` is null when it does not fit the currency.
 */
export function readMajorAmount(text: string | null, currency: string | null, sign: TransactionSign | null): GatewayAmount {
  const written = (text ?? "").trim();
  const code = readCurrency(currency);
  const amountText = signedText(written, sign);
  const amountMinor = code && isCurrency(code) ? (parseDecimal(amountText, code) ?? null) : null;
  return { amountMinor, amountText, currency: code };
}

/** A payment's amount: whole minor units; any other value is returned as text only. */
export function readMinorAmount(text: string | null, currency: string | null): GatewayAmount {
  const written = (text ?? "").trim();
  const whole = /^-?\d+(\.0+)?$/.test(written) ? Number(written) : Number.NaN;
  return { amountMinor: Number.isSafeInteger(whole) ? whole + 0 : null, amountText: written, currency: readCurrency(currency) };
}

function readCurrency(text: string | null): string | null {
  const code = text?.trim() ?? "";
  if (code === "") return null;
  return /^[a-z]{3}$/i.test(code) ? code.toUpperCase() : code;
}

function signedText(text: string, sign: TransactionSign | null): string {
  const bare = /^[+-]?(\d.*)$/.exec(text)?.[1];
  if (bare === undefined || sign === null) return text.replace(/^\+/, "");
  const isZero = /^0*(\.0*)?$/.test(bare);
  return sign === "debit" && !isZero ? `-${bare}` : bare;
}
