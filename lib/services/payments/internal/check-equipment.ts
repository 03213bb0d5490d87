import type { CreatePaymentInput } from "#lib/contract/payment.ts";
import { isCurrency } from "#lib/core/currency.ts";
import { AppError, type FieldProblem } from "#lib/core/errors.ts";
import { withTimeout } from "#lib/core/with-timeout.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../../context.ts";
import { equipmentBudgetMs, type MerchantEquipment, readEquipment } from "../../terminals/read-terminals.ts";

/** Throws `invalid_input` on `currency` for one that does not exist. */
export function requireCurrency({ currency }: { currency: string }): void {
  if (isCurrency(currency)) return;
  throw new AppError("invalid_input", { fields: [{ field: "currency", ...serviceText("currency_unknown") }] });
}

/** Throws `invalid_input` on `currency` for one in which the merchant has no account. */
export function requireAccount({ currency }: { currency: string }, currencies: readonly string[]): void {
  if (currencies.includes(currency)) return;
  throw new AppError("invalid_input", { fields: [noAccount(currencies)] });
}

/**
 * Throws `invalid_input` for a terminal that is not the merchant's, or a currency that neither it nor the accounts accept.
 * Where the gateway lists no terminals, any terminal passes: the gateway itself decides then.
 */
export async function requireEquipment(
  ctx: Pick<ServiceContext, "clock" | "gateways">,
  merchant: MerchantRow,
  input: Pick<CreatePaymentInput, "terminalId" | "currency">,
): Promise<void> {
  const read = await withTimeout(equipmentBudgetMs, readEquipment(ctx, merchant));
  if (read.state !== "done") return;
  const problem = findMismatch(read.value, input);
  if (problem) throw new AppError("invalid_input", { fields: [problem] });
}

function findMismatch(
  { terminals, currencies, problem }: MerchantEquipment,
  { terminalId, currency }: Pick<CreatePaymentInput, "terminalId" | "currency">,
): FieldProblem | undefined {
  const terminal = terminals.find((item) => item.terminalId === terminalId);
  if (!terminal && !problem) return { field: "terminalId", ...serviceText("terminal_unknown") };
  if (terminal && terminal.currency !== null) {
    if (terminal.currency === currency) return undefined;
    return { field: "currency", ...serviceText("terminal_currency", { currency: terminal.currency }) };
  }
  if (currencies.length === 0 || currencies.includes(currency)) return undefined;
  return noAccount(currencies);
}

function noAccount(currencies: readonly string[]): FieldProblem {
  return { field: "currency", ...serviceText("account_currencies", { currencies: currencies.join(", ") }) };
}
