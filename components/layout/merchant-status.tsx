import { useTranslations } from "next-intl";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { MerchantState } from "#lib/contract/merchant.ts";

const tones: Record<MerchantState, Tone> = {
  ready: "success",
  refused: "danger",
  no_certificate: "warning",
  sync_failed: "warning",
  waiting: "active",
  unproven: "neutral",
};

/** `isQuietWhenReady`: ready merchants show only the shape; the word is for screen readers. */
export function MerchantStatus({ state, isQuietWhenReady = false }: { state: MerchantState; isQuietWhenReady?: boolean }) {
  const t = useTranslations("frame.merchants.state");
  return (
    <StatusMark canWrap tone={tones[state]} isWordHidden={isQuietWhenReady && (state === "ready" || state === "unproven")}>
      {t(state)}
    </StatusMark>
  );
}
