import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { PaymentStatus as Status } from "#lib/contract/payment.ts";

const words: Record<Status, { tone: Tone; text: string }> = {
  sending: { tone: "active", text: "Sending" },
  in_progress: { tone: "active", text: "In progress" },
  unknown: { tone: "warning", text: "Unknown" },
  success: { tone: "success", text: "Success" },
  failed: { tone: "danger", text: "Failed" },
  rejected: { tone: "danger", text: "Rejected" },
  canceled: { tone: "neutral", text: "Canceled" },
  reversed: { tone: "neutral", text: "Reversed" },
};

export function PaymentStatus({ status }: { status: Status }) {
  const { tone, text } = words[status];
  return <StatusMark tone={tone}>{text}</StatusMark>;
}

export const statusOptions = Object.entries(words).map(([value, { text }]) => ({ value, label: text }));
