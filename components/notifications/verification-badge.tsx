import { useTranslations } from "next-intl";
import type { Notification } from "#lib/contract/notification.ts";
import { StatusMark } from "../ui/status-mark.tsx";
import { attemptTones, gatewayTones, type PaymentState, standingOf, verdictTones } from "./notification-words.ts";

const standingTones = { ...gatewayTones, ...verdictTones };

/** Result of all checks of a notification. */
export function StandingMark({ item }: { item: Pick<Notification, "verdict" | "gateway"> }) {
  const t = useTranslations("notifications");
  const standing = standingOf(item);
  return <StatusMark tone={standingTones[standing]}>{t(`standings.${standing}`)}</StatusMark>;
}

export function AttemptMark({ state }: { state: PaymentState }) {
  const t = useTranslations("notifications");
  return <StatusMark tone={attemptTones[state]}>{t(`attempts.${state}`)}</StatusMark>;
}
