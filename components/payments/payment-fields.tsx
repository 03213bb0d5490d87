import { Choice } from "#components/ui/choice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Terminal } from "#lib/contract/merchant.ts";
import { currencyName, isCurrency } from "#lib/core/currency.ts";
import { formatAmount, readTypedAmount } from "#lib/core/typed-amount.ts";
import type { FormProblems, PaymentForm } from "./read-payment-form.ts";

type Props = {
  form: PaymentForm;
  problems: FormProblems;
  locale: string;
  terminals: readonly Terminal[];
  /** Of the merchant's accounts. */
  currencies: readonly string[];
  isLoading: boolean;
  onChange: (change: Partial<PaymentForm>) => void;
};

/** What a payment is made of. The currency is limited to what the terminal, else the merchant's accounts, take. */
export function PaymentFields({ form, problems, locale, terminals, currencies, isLoading, onChange }: Props) {
  const field = (name: keyof PaymentForm) => ({
    value: form[name],
    onChange: (value: string) => onChange({ [name]: value }),
    problem: problems[name],
  });
  const ownCurrency = terminals.find(({ terminalId }) => terminalId === form.terminalId)?.currency ?? null;
  const offered = ownCurrency === null ? currencies : [ownCurrency];
  return (
    <>
      <Choice
        label="Terminal"
        isLoading={isLoading}
        className="w-full"
        value={form.terminalId === "" ? null : form.terminalId}
        options={terminals.map(({ terminalId, name, currency }) => ({
          value: terminalId,
          label: [terminalId, name, currency].filter(Boolean).join(" · "),
        }))}
        onChange={(terminalId) => onChange({ terminalId: terminalId ?? "" })}
      />
      {problems.terminalId ? <p className="text-(--tone-danger)">{problems.terminalId}</p> : null}
      <div className="grid gap-4 sm:grid-cols-[1fr_8rem]">
        <TextInput label="Amount" inputMode="decimal" hint={amountHint(form, locale)} isRequired {...field("amount")} />
        {offered.length > 0 ? (
          <Choice
            label="Currency"
            className="w-full"
            value={form.currency === "" ? null : form.currency}
            options={offered.map((currency) => ({ value: currency, label: currency }))}
            onChange={(currency) => onChange({ currency: currency ?? "" })}
          />
        ) : (
          <TextInput label="Currency" maxLength={3} {...field("currency")} />
        )}
      </div>
      <TextInput label="Tip (optional)" inputMode="decimal" hint={tipHint(form, locale)} {...field("tip")} />
      <TextInput
        label="Your reference (optional)"
        hint="Sent when this terminal never had it; otherwise kept beside one of the desk's own."
        maxLength={50}
        {...field("referenceNumber")}
      />
      <TextInput label="Description (optional)" maxLength={100} {...field("description")} />
      <TextInput label="Operator code (optional)" maxLength={4} {...field("operatorCode")} />
      <details open={form.extra !== ""}>
        <summary className="cursor-pointer text-muted">Additional fields as JSON</summary>
        <TextInput
          label="Additional fields"
          hint='Sent as they are, beside the fields above, such as {"note":"x"}.'
          isMultiline
          maxLength={8192}
          {...field("extra")}
        />
      </details>
    </>
  );
}

function readMinor(text: string, { currency }: PaymentForm, locale: string): number | undefined {
  if (!isCurrency(currency) || text.trim() === "") return undefined;
  const read = readTypedAmount(text, { currency, locale });
  return "amountMinor" in read ? read.amountMinor : undefined;
}

/** The amount as it was understood, with the currency's name. */
function amountHint(form: PaymentForm, locale: string): string | undefined {
  const amountMinor = readMinor(form.amount, form, locale);
  if (amountMinor !== undefined) return `${formatAmount({ ...form, amountMinor }, locale)} · ${currencyName(form.currency)}`;
  return isCurrency(form.currency) ? currencyName(form.currency) : undefined;
}

function tipHint(form: PaymentForm, locale: string): string | undefined {
  const [amountMinor, tipMinor] = [readMinor(form.amount, form, locale), readMinor(form.tip, form, locale)];
  if (amountMinor === undefined || tipMinor === undefined) return undefined;
  return `Together ${formatAmount({ ...form, amountMinor: amountMinor + tipMinor }, locale)}`;
}
