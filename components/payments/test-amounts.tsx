import { Button } from "@heroui/react";
import { useLocale, useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { isCurrency } from "#lib/core/currency.ts";
import { formatAmount } from "#lib/core/parse-amount-input.ts";
import { testAmounts } from "#lib/core/test-amounts.ts";

type Props = { currency: string; onChoose: (amount: string) => void };

/** Amounts that make a payment in the sandbox end in each way; a press fills in the amount. */
export function TestAmounts({ currency, onChoose }: Props) {
  const t = useTranslations("payments");
  const locale = useLocale();
  const isKnown = isCurrency(currency);
  return (
    <section aria-label={t("testAmounts.title")} className="rounded-lg border border-border bg-surface p-3">
      <h2 className="font-medium">{t("testAmounts.title")}</h2>
      <p className="pb-2 text-muted">
        {t.rich("testAmounts.about", {
          link: (text) => (
            <Link className="text-accent underline underline-offset-2" href="/sandbox/settings/scenarios">
              {text}
            </Link>
          ),
        })}
      </p>
      {isKnown ? (
        <ul className="flex flex-wrap gap-2">
          {testAmounts.map(({ amountMinor, outcome }) => {
            const amount = formatAmount({ amountMinor, currency }, locale);
            return (
              <li key={amountMinor}>
                <Button size="sm" variant="secondary" onPress={() => onChoose(amount)}>
                  {t("testAmounts.choice", { amount, outcome: t(`testAmounts.outcomes.${outcome ?? "open"}`) })}
                </Button>
              </li>
            );
          })}
        </ul>
      ) : null}
    </section>
  );
}
