import type { Tone } from "#components/ui/status-mark.tsx";
import type { PaymentStatus } from "#lib/contract/payment.ts";

export const statusTones = {
  sending: "active",
  in_progress: "active",
  unknown: "warning",
  success: "success",
  failed: "danger",
  rejected: "danger",
  canceled: "neutral",
  reversed: "neutral",
} as const satisfies Record<PaymentStatus, Tone>;
