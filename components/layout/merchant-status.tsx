import { useTranslations } from "next-intl";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { Merchant } from "#lib/contract/merchant.ts";

const tones: Record<Merchant["status"], Tone> = {
  ready: "success",
  refused: "danger",
  waiting: "active",
  unproven: "neutral",
};

/** `isQuietWhenReady`: where most are ready only the shape is shown for them, and the word is read out. */
export function MerchantStatus({ status, isQuietWhenReady = false }: { status: Merchant["status"]; isQuietWhenReady?: boolean }) {
  const t = useTranslations("frame.merchants.status");
  return (
    <StatusMark tone={tones[status]} isWordHidden={isQuietWhenReady && status === "ready"}>
      {t(status)}
    </StatusMark>
  );
}
