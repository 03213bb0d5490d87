import { ownWireKeys } from "#lib/contract/own-wire-keys.ts";
import type { CreatePaymentInput, PaymentDetail } from "#lib/contract/payment.ts";
import { isCurrency } from "#lib/core/currency.ts";
import { formatAmount, readTypedAmount } from "#lib/core/typed-amount.ts";

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

/** The form that takes the same payment once more. A reference the desk made is made anew. */
export function toPaymentForm(payment: PaymentDetail, locale: string): PaymentForm {
  const { currency, amountMinor, tipMinor, referenceNumber, ownReference, extra } = payment;
  return {
    terminalId: payment.terminalId,
    currency,
    amount: formatAmount({ amountMinor, currency }, locale),
    tip: tipMinor === 0 ? "" : formatAmount({ amountMinor: tipMinor, currency }, locale),
    referenceNumber: ownReference ?? (referenceNumber.startsWith("CF-") ? "" : referenceNumber),
    description: payment.description ?? "",
    operatorCode: payment.operatorCode ?? "",
    extra: extra === null ? "" : JSON.stringify(extra),
  };
}

export type FormProblems = Partial<Record<keyof PaymentForm, string>>;

/** What a person typed as the request it stands for, or what is wrong with each field and how to mend it. */
export function readPaymentForm(
  form: PaymentForm,
  locale: string,
): { input: CreatePaymentInput; problems?: never } | { input?: never; problems: FormProblems } {
  const problems: FormProblems = {};
  if (form.terminalId === "") problems.terminalId = "Choose a terminal.";
  if (!isCurrency(form.currency)) problems.currency = "Use a currency that exists, such as EUR.";
  const amountMinor = readMinor("amount", { form, locale, problems });
  if (amountMinor === 0) problems.amount = "The amount is more than zero.";
  const tipMinor = form.tip.trim() === "" ? undefined : readMinor("tip", { form, locale, problems });
  const extra = readExtra(form.extra);
  if (typeof extra === "string") problems.extra = extra;
  if (Object.keys(problems).length > 0 || amountMinor === undefined || typeof extra === "string") return { problems };
  const optional = { referenceNumber: form.referenceNumber, description: form.description, operatorCode: form.operatorCode };
  return {
    input: {
      amountMinor,
      currency: form.currency,
      terminalId: form.terminalId,
      ...(tipMinor === undefined ? {} : { tipMinor }),
      ...Object.fromEntries(Object.entries(optional).filter(([, text]) => text.trim() !== "")),
      ...(extra === undefined ? {} : { extra }),
    },
  };
}

type Reading = { form: PaymentForm; locale: string; problems: FormProblems };

function readMinor(field: "amount" | "tip", { form, locale, problems }: Reading): number | undefined {
  if (!isCurrency(form.currency)) return undefined;
  const read = readTypedAmount(form[field], { currency: form.currency, locale });
  if ("amountMinor" in read) return read.amountMinor;
  problems[field] = read.problem;
  return undefined;
}

function readExtra(text: string): CreatePaymentInput["extra"] | string {
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return 'Additional fields are one JSON object, such as {"note":"x"}.';
    const taken = ownWireKeys.filter((key) => key in value);
    if (taken.length === 0) return value as CreatePaymentInput["extra"];
    return `The desk itself sends ${taken.join(", ")}; take ${taken.length > 1 ? "them" : "it"} out.`;
  } catch (error) {
    return `This is not valid JSON. ${error instanceof Error ? error.message : ""}`.trim();
  }
}
