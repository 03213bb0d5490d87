import { useTranslations } from "next-intl";
import { notificationFlags, verdicts } from "#lib/contract/notification-marks.ts";
import { cardBrands, delayBounds, paidWithWords } from "#lib/core/paid-with.ts";
import { methodName, methodOptions } from "./notification-words.ts";

type Option = { value: string; label: string };

/** The filters' names, what can be chosen, and each chosen value in words. */
export function useFilterWords(merchantName: string | undefined) {
  const t = useTranslations("notifications");
  const common = useTranslations("common");
  const verdictOptions = verdicts.map((value): Option => ({ value, label: t(`verdicts.${value}`) }));
  const flagOptions = notificationFlags.map((value): Option => ({ value, label: t(`flags.${value}`) }));
  const words: Record<string, (value: string) => string> = {
    verdict: labelIn(verdictOptions),
    method: (value) => methodName(t, value),
    flag: labelIn(flagOptions),
    paidWith: labelIn(paidWithWords.map((value) => ({ value, label: t(`paidWith.${value}`) }))),
    brand: labelIn(cardBrands.map((value) => ({ value, label: t(`brands.${value}`) }))),
    delay: labelIn(delayBounds.map((value) => ({ value, label: t(`delays.${value}`) }))),
    merchant: (value) => merchantName ?? value,
  };
  const labels = {
    verdict: t("labels.verdict"),
    method: t("labels.method"),
    flag: t("labels.flag"),
    paidWith: t("labels.paidWith"),
    brand: t("labels.brand"),
    currency: t("labels.currency"),
    delay: t("labels.delay"),
    merchant: common("merchant"),
    from: t("labels.from"),
    to: t("labels.to"),
    q: t("labels.q"),
  };
  return { labels, verdictOptions, methodOptions: methodOptions(t), flagOptions, words };
}

function labelIn(options: readonly Option[]): (value: string) => string {
  return (value) => options.find((option) => option.value === value)?.label ?? value;
}
