import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Merchant } from "#lib/contract/merchant.ts";

const words: Record<Merchant["status"], { tone: Tone; text: string }> = {
  ready: { tone: "success", text: "Ready" },
  refused: { tone: "danger", text: "Refused" },
  waiting: { tone: "active", text: "Waiting" },
  unproven: { tone: "neutral", text: "Not tried" },
};

export function MerchantStatus({ status }: { status: Merchant["status"] }) {
  const { tone, text } = words[status];
  return <StatusMark tone={tone}>{text}</StatusMark>;
}
