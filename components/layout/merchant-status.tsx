import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Merchant } from "#lib/contract/merchant.ts";

const words: Record<Merchant["status"], { tone: Tone; text: string }> = {
  ready: { tone: "success", text: "Ready" },
  refused: { tone: "danger", text: "Refused" },
  waiting: { tone: "active", text: "Waiting" },
  unproven: { tone: "neutral", text: "Not tried" },
};

/** `isQuietWhenReady`: where most are ready only the shape is shown for them, and the word is read out. */
export function MerchantStatus({ status, isQuietWhenReady = false }: { status: Merchant["status"]; isQuietWhenReady?: boolean }) {
  const { tone, text } = words[status];
  return (
    <StatusMark tone={tone} isWordHidden={isQuietWhenReady && status === "ready"}>
      {text}
    </StatusMark>
  );
}
