import { useTranslations } from "next-intl";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Notified } from "#lib/contract/transaction.ts";
import { attemptTones } from "./notification-words.ts";

const tones: Record<Notified["state"], Tone> = {
  notified: "success",
  mismatch: "danger",
  not_notified: "warning",
  on_its_way: "neutral",
  awaited: "neutral",
  not_applicable: "neutral",
};

/** Whether URL_Notify was notified of a sale; or the payment's outcome when that is not paid. */
export function NotifiedMark({ notified: { state, attempt } }: { notified: Notified }) {
  const t = useTranslations("notifications");
  if (state !== "notified" || attempt === null || attempt === "paid") {
    return <StatusMark tone={tones[state]}>{t(`notified.${state}`)}</StatusMark>;
  }
  return <StatusMark tone={attemptTones[attempt]}>{t("notified.outcome", { attempt })}</StatusMark>;
}
