import { useTranslations } from "next-intl";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { AttemptState, GatewayState, Verdict } from "#lib/contract/notification.ts";
import { attemptTones, gatewayTones, verdictTones } from "./notification-words.ts";

export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const t = useTranslations("notifications");
  return <StatusMark tone={verdictTones[verdict]}>{t(`verdicts.${verdict}`)}</StatusMark>;
}

export function AttemptMark({ state }: { state: AttemptState }) {
  const t = useTranslations("notifications");
  return <StatusMark tone={attemptTones[state]}>{t(`attempts.${state}`)}</StatusMark>;
}

export function GatewayMark({ state }: { state: GatewayState }) {
  const t = useTranslations("notifications");
  return <StatusMark tone={gatewayTones[state]}>{t(`gatewayStates.${state}`)}</StatusMark>;
}
