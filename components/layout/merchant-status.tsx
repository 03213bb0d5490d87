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
  archived: "neutral",
};

/** Only the shape is shown where the word is hidden, always or for a ready merchant; the word is for screen readers and the tooltip. */
type Props = { state: MerchantState; isQuietWhenReady?: boolean; isWordHidden?: boolean };

export function MerchantStatus({ state, isQuietWhenReady = false, isWordHidden = false }: Props) {
  const t = useTranslations("frame.merchants.state");
  const isQuiet = isQuietWhenReady && (state === "ready" || state === "unproven");
  return (
    <StatusMark canWrap tone={tones[state]} isWordHidden={isWordHidden || isQuiet}>
      {t(state)}
    </StatusMark>
  );
}
