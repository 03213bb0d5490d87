import { useTranslations } from "next-intl";

/** Whole, so that it fits the currency of the shop's first account, whatever that is. */
const amount = "24";

/** The way to a payment as a customer makes it, which then arrives here as a notification. */
export function SandboxCheckout({ merchant }: { merchant: string }) {
  const t = useTranslations("endpoints");
  return (
    <p>
      <a
        className="inline-block rounded-md bg-accent px-3 py-2 font-medium text-accent-foreground"
        href={`/sandbox-gateway/checkout/${merchant}?amount=${amount}`}
        target="_blank"
        rel="noopener"
      >
        {t("checkout.open")}
      </a>{" "}
      <span className="text-muted">{t("checkout.about")}</span>
    </p>
  );
}
