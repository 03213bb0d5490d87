import { useTranslations } from "next-intl";
import type { Words } from "#components/language/words.ts";
import { Choice } from "#components/ui/choice.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Terminals } from "#lib/contract/merchant.ts";
import { currencyName, isCurrency } from "#lib/core/currency.ts";
import { formatAmount, readTypedAmount, type Typing } from "#lib/core/parse-amount-input.ts";
import { extraExample, type FormProblems, type PaymentForm } from "./read-payment-form.ts";
import { TerminalField } from "./terminal-field.tsx";

type Props = {
  form: PaymentForm;
  problems: FormProblems;
  typing: Typing;
  /** Undefined while loading, and when the gateway cannot list the merchant's terminals. */
  terminals: Terminals | undefined;
  isLoading: boolean;
  onChange: (change: Partial<PaymentForm>) => void;
  /** Reloads the terminals. */
  onRetry: () => void;
};

/** Fields of a payment. The currencies are those of the terminal, otherwise of the merchant's accounts; otherwise a text field. */
export function PaymentFields({ form, problems, typing, terminals, isLoading, onChange, onRetry }: Props) {
  const t = useTranslations("payments");
  const field = (name: keyof PaymentForm) => ({
    value: form[name],
    onChange: (value: string) => onChange({ [name]: value }),
    problem: problems[name],
  });
  const ownCurrency = terminals?.items.find(({ terminalId }) => terminalId === form.terminalId)?.currency ?? null;
  const offered = ownCurrency === null ? (terminals?.currencies ?? []) : [ownCurrency];
  return (
    <>
      <TerminalField terminals={terminals} isLoading={isLoading} onRetry={onRetry} {...field("terminalId")} />
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <TextInput label={t("form.amount")} inputMode="decimal" hint={amountHint(form, typing)} {...field("amount")} />
        {offered.length > 0 ? (
          <Choice
            label={t("form.currency")}
            className="w-full"
            value={form.currency === "" ? null : form.currency}
            problem={problems.currency}
            options={offered.map((currency) => ({ value: currency, label: currency }))}
            onChange={(currency) => onChange({ currency: currency ?? "" })}
          />
        ) : (
          <TextInput
            label={t("form.currency")}
            maxLength={3}
            {...field("currency")}
            onChange={(currency) => onChange({ currency: currency.toUpperCase() })}
          />
        )}
      </div>
      <TextInput label={t("form.tip")} inputMode="decimal" hint={tipHint(form, typing, t)} isOptional {...field("tip")} />
      <TextInput
        label={t("form.reference")}
        hint={t("form.referenceHint")}
        maxLength={50}
        isOptional
        {...field("referenceNumber")}
      />
      <TextInput label={t("form.description")} maxLength={100} isOptional {...field("description")} />
      <TextInput label={t("form.operatorCode")} maxLength={4} isOptional {...field("operatorCode")} />
      <Disclosure title={t("form.extraSummary")} isOpenAtFirst={form.extra !== ""}>
        <TextInput
          label={t("form.extra")}
          hint={t("form.extraHint", { example: extraExample })}
          isMultiline
          isOptional
          maxLength={8192}
          {...field("extra")}
        />
      </Disclosure>
    </>
  );
}

function readMinor(text: string, { currency }: PaymentForm, typing: Typing): number | undefined {
  if (!isCurrency(currency) || text.trim() === "") return undefined;
  const read = readTypedAmount(text, { currency, ...typing });
  return "amountMinor" in read ? read.amountMinor : undefined;
}

/** The parsed amount, with the currency's name. */
function amountHint(form: PaymentForm, typing: Typing): string | undefined {
  const amountMinor = readMinor(form.amount, form, typing);
  if (amountMinor !== undefined)
    return `${formatAmount({ ...form, amountMinor }, typing.locale)} · ${currencyName(form.currency, typing.locale)}`;
  return isCurrency(form.currency) ? currencyName(form.currency, typing.locale) : undefined;
}

function tipHint(form: PaymentForm, typing: Typing, t: Words<"payments">): string | undefined {
  const [amountMinor, tipMinor] = [readMinor(form.amount, form, typing), readMinor(form.tip, form, typing)];
  if (amountMinor === undefined || tipMinor === undefined) return undefined;
  return t("form.together", { amount: formatAmount({ ...form, amountMinor: amountMinor + tipMinor }, typing.locale) });
}
