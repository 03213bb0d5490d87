import { useTranslations } from "next-intl";
import type { GatewayState, Notification, Verdict } from "#lib/contract/notification.ts";
import { StatusMark } from "../ui/status-mark.tsx";
import { attemptTones, gatewayTones, type PaymentState, standingOf, verdictTones } from "./notification-words.ts";

const standingTones = { ...gatewayTones, ...verdictTones };

/** Result of the signature and of our rules, without the gateway's record. */
export function VerificationBadge({ verdict }: { verdict: Verdict }) {
  const t = useTranslations("notifications");
  return <StatusMark tone={verdictTones[verdict]}>{t(`verdicts.${verdict}`)}</StatusMark>;
}

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

export function GatewayMark({ state }: { state: GatewayState }) {
  const t = useTranslations("notifications");
  return <StatusMark tone={gatewayTones[state]}>{t(`gatewayStates.${state}`)}</StatusMark>;
}
