import { useTranslations } from "next-intl";
import type { Words } from "#components/language/words.ts";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { PaymentStatus as Status } from "#lib/contract/payment.ts";

const tones = {
  sending: "active",
  in_progress: "active",
  unknown: "warning",
  success: "success",
  failed: "danger",
  rejected: "danger",
  canceled: "neutral",
  reversed: "neutral",
} as const satisfies Record<Status, Tone>;

const statuses = Object.keys(tones) as Status[];

export function PaymentStatus({ status }: { status: Status }) {
  const t = useTranslations("payments");
  return <StatusMark tone={tones[status]}>{t(`status.${status}`)}</StatusMark>;
}

/** Every state a payment may be in, with its word. */
export function statusOptions(t: Words<"payments">): { value: string; label: string }[] {
  return statuses.map((status) => ({ value: status, label: t(`status.${status}`) }));
}
