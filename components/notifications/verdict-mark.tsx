import { StatusMark } from "#components/ui/status-mark.tsx";
import type { AttemptState, GatewayState, Verdict } from "#lib/contract/notification.ts";
import { attemptWords, gatewayWords, verdictWords } from "./notification-words.ts";

export function VerdictMark({ verdict }: { verdict: Verdict }) {
  const { tone, text } = verdictWords[verdict];
  return <StatusMark tone={tone}>{text}</StatusMark>;
}

export function AttemptMark({ state }: { state: AttemptState }) {
  const { tone, text } = attemptWords[state];
  return <StatusMark tone={tone}>{text}</StatusMark>;
}

export function GatewayMark({ state }: { state: GatewayState }) {
  const { tone, text } = gatewayWords[state];
  return <StatusMark tone={tone}>{text}</StatusMark>;
}
