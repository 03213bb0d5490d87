import { useTranslations } from "next-intl";

/** A whole amount, so that it is valid in the currency of the shop's first account. */
const amount = "24";

/** Link to the sandbox checkout, where paying as a customer produces a notification. */
export function SandboxCheckout({ merchant }: { merchant: string }) {
  const t = useTranslations("endpoints");
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <a
        className="button button--primary"
        href={`/sandbox-gateway/checkout/${merchant}?amount=${amount}`}
        target="_blank"
        rel="noopener"
      >
        {t("checkout.open")}
      </a>
      <span className="text-muted">{t("checkout.about")}</span>
    </p>
  );
}
