import { useTranslations } from "next-intl";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { MerchantState } from "#lib/contract/merchant.ts";

const tones: Record<MerchantState, Tone> = {
  ready: "success",
  refused: "danger",
  no_certificate: "danger",
  sync_failed: "warning",
  waiting: "active",
  unproven: "neutral",
};

/** `isQuietWhenReady`: of those that need nobody only the shape is shown, and the word is read out. */
export function MerchantStatus({ state, isQuietWhenReady = false }: { state: MerchantState; isQuietWhenReady?: boolean }) {
  const t = useTranslations("frame.merchants.state");
  return (
    <StatusMark tone={tones[state]} isWordHidden={isQuietWhenReady && (state === "ready" || state === "unproven")}>
      {t(state)}
    </StatusMark>
  );
}
