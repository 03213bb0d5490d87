import { useTranslations } from "next-intl";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { PaymentStatus as Status } from "#lib/contract/payment.ts";

export const statusTones = {
  sending: "active",
  in_progress: "active",
  unknown: "warning",
  success: "success",
  failed: "danger",
  rejected: "danger",
  canceled: "neutral",
  reversed: "neutral",
} as const satisfies Record<Status, Tone>;

export function PaymentStatus({ status }: { status: Status }) {
  const t = useTranslations("payments");
  return <StatusMark tone={statusTones[status]}>{t(`status.${status}`)}</StatusMark>;
}
