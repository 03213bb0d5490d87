import { type CreatePaymentInput, ownWireKeys } from "#lib/contract/payment.ts";
import { isCurrency } from "#lib/core/currency.ts";
import { parseTypedAmount } from "#lib/core/money.ts";

export type PaymentForm = {
  terminalId: string;
  currency: string;
  amount: string;
  tip: string;
  referenceNumber: string;
  description: string;
  operatorCode: string;
  extra: string;
};

export const emptyPaymentForm: PaymentForm = {
  terminalId: "",
  currency: "",
  amount: "",
  tip: "",
  referenceNumber: "",
  description: "",
  operatorCode: "",
  extra: "",
};

export type FormProblems = Partial<Record<keyof PaymentForm, string>>;

/** What a person typed as the request it stands for, or what is wrong with each field and how to mend it. */
export function readPaymentForm(form: PaymentForm): { input: CreatePaymentInput } | { problems: FormProblems } {
  const problems: FormProblems = {};
  if (form.terminalId === "") problems.terminalId = "Choose a terminal.";
  if (!isCurrency(form.currency)) problems.currency = "Use a currency that exists, such as EUR.";
  const amountMinor = parseTypedAmount(form.amount, form.currency);
  if (amountMinor === undefined)
    problems.amount = `Type an amount of ${form.currency || "the currency"} such as 12.34, with no more decimals than it has.`;
  else if (amountMinor === 0) problems.amount = "The amount is more than zero.";
  const tipMinor = form.tip === "" ? undefined : parseTypedAmount(form.tip, form.currency);
  if (form.tip !== "" && tipMinor === undefined) problems.tip = "Type a tip such as 1.50, or leave it empty.";
  const extra = readExtra(form.extra);
  if (typeof extra === "string") problems.extra = extra;
  if (Object.keys(problems).length > 0 || amountMinor === undefined || typeof extra === "string") return { problems };
  return {
    input: {
      amountMinor,
      currency: form.currency,
      terminalId: form.terminalId,
      ...(tipMinor === undefined ? {} : { tipMinor }),
      ...(form.referenceNumber === "" ? {} : { referenceNumber: form.referenceNumber }),
      ...(form.description === "" ? {} : { description: form.description }),
      ...(form.operatorCode === "" ? {} : { operatorCode: form.operatorCode }),
      ...(extra === undefined ? {} : { extra }),
    },
  };
}

function readExtra(text: string): CreatePaymentInput["extra"] | string {
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return 'Additional fields are one JSON object, such as {"note":"x"}.';
    const taken = ownWireKeys.find((key) => key in value);
    return taken === undefined ? (value as CreatePaymentInput["extra"]) : `${taken} is sent by the desk itself; take it out.`;
  } catch {
    return "This is not valid JSON.";
  }
}
