import { useTranslations } from "next-intl";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Forwarding } from "#lib/contract/forward.ts";

/** Who decides the response to the gateway, where notifications are forwarded to, and how that goes. */
export function GoLiveForwarding({ forwarding }: { forwarding: Forwarding }) {
  const t = useTranslations("endpoints");
  const { mode, url, dead, pending, shadow } = forwarding;
  return (
    <span className="flex flex-col">
      <span>{t(`forwarding.modes.${mode}.name`)}</span>
      {url ? <code className="reference wrap-anywhere">{url}</code> : null}
      {shadow ? (
        <span>
          {t.rich("forwarding.shadow.result", {
            asked: shadow.asked,
            reversed: shadow.wouldReverse,
            at: () => <Timestamp at={shadow.since} />,
            strong: (text) => <strong>{text}</strong>,
          })}
        </span>
      ) : null}
      {mode === "off" ? null : (
        <span className="text-muted">
          {[
            [t("forwards.states.pending"), pending],
            [t("forwarding.state.deadLetters"), dead],
          ]
            .map(([name, count]) => `${name}: ${count}`)
            .join(" · ")}
        </span>
      )}
    </span>
  );
}
