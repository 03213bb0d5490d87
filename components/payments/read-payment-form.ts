import type { Say } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { ownWireKeys } from "#lib/contract/own-wire-keys.ts";
import type { CreatePaymentInput, PaymentDetail } from "#lib/contract/payment.ts";
import { isCurrency } from "#lib/core/currency.ts";
import { isTerminalId, terminalIdMax } from "#lib/core/identifiers.ts";
import { formatAmount, readTypedAmount, type Typing } from "#lib/core/parse-amount-input.ts";

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

/** Example of additional fields. */
export const extraExample = '{"note":"x"}';

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

/** Form values that repeat the payment. A generated reference is generated anew. */
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

/** Converts the typed values to a request, or returns the problem of each field and how to fix it. */
export function readPaymentForm(
  form: PaymentForm,
  { typing, t, say }: { typing: Typing; t: Words<"payments">; say: Say },
): { input: CreatePaymentInput; problems?: never } | { input?: never; problems: FormProblems } {
  const problems: FormProblems = {};
  const terminalId = form.terminalId.trim();
  if (terminalId === "") problems.terminalId = t("problems.terminal");
  else if (!isTerminalId(terminalId)) problems.terminalId = t("problems.terminalId", { max: terminalIdMax });
  if (!isCurrency(form.currency)) problems.currency = t("problems.currency");
  const amountMinor = readMinor("amount", { form, typing, say, problems });
  if (amountMinor === 0) problems.amount = t("problems.zero");
  const tipMinor = form.tip.trim() === "" ? undefined : readMinor("tip", { form, typing, say, problems });
  const extra = readExtra(form.extra, t);
  if (typeof extra === "string") problems.extra = extra;
  if (Object.keys(problems).length > 0 || amountMinor === undefined || typeof extra === "string") return { problems };
  const optional = { referenceNumber: form.referenceNumber, description: form.description, operatorCode: form.operatorCode };
  return {
    input: {
      amountMinor,
      currency: form.currency,
      terminalId,
      ...(tipMinor === undefined ? {} : { tipMinor }),
      ...Object.fromEntries(Object.entries(optional).filter(([, text]) => text.trim() !== "")),
      ...(extra === undefined ? {} : { extra }),
    },
  };
}

type Reading = { form: PaymentForm; typing: Typing; say: Say; problems: FormProblems };

function readMinor(field: "amount" | "tip", { form, typing, say, problems }: Reading): number | undefined {
  if (!isCurrency(form.currency)) return undefined;
  const read = readTypedAmount(form[field], { currency: form.currency, ...typing });
  if ("amountMinor" in read) return read.amountMinor;
  problems[field] = say(read.problem);
  return undefined;
}

function readExtra(text: string, t: Words<"payments">): CreatePaymentInput["extra"] | string {
  if (text.trim() === "") return undefined;
  try {
    const value: unknown = JSON.parse(text);
    if (typeof value !== "object" || value === null || Array.isArray(value))
      return t("problems.extraShape", { example: extraExample });
    const reserved = ownWireKeys.filter((key) => key in value);
    if (reserved.length === 0) return value as CreatePaymentInput["extra"];
    return t("problems.extraTaken", { keys: reserved.join(", "), count: reserved.length });
  } catch (error) {
    return t("problems.notJson", { detail: error instanceof Error ? error.message : "" }).trim();
  }
}
