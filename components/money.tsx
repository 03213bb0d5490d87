import { formatMoney } from "#lib/core/money.ts";

type Props = { amountMinor: number | null; currency: string; amountText?: string };

/** An amount with its currency, right-aligned by its cell. An amount that does not fit its currency is shown as received. */
export function Money({ amountMinor, currency, amountText }: Props) {
  const text = amountMinor === null ? (amountText ?? "–") : formatMoney({ amountMinor, currency });
  return (
    <span
      className="whitespace-nowrap tabular-nums"
      title={amountMinor === null ? "As received: it does not fit the currency's decimals" : undefined}
    >
      {text.replace("-", "−")} <span className="text-muted">{currency}</span>
    </span>
  );
}
