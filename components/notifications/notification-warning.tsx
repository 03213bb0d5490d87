import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { reasonText } from "./notification-words.ts";

/** Beside the sentence: what exactly does not fit, and a conflict that its state does not tell. */
export function NotificationWarning({ detail }: { detail: NotificationDetail }) {
  const t = useTranslations("notifications");
  const say = useSay();
  const { verdict, working, conflict, state } = detail;
  const { firstDifference, firstDifferenceDetails: details } = working;
  const others = detail.reasons.slice(1).map((reason) => reasonText(t, reason));
  return (
    <>
      {verdict === "valid" ? null : (
        <p className="pt-1 text-muted text-sm">
          {[...others, firstDifference ? say({ message: firstDifference, ...details }) : t("summary.nothingDiffers")].join(" ")}
        </p>
      )}
      {conflict && (state === "reversed" || state === "contested") ? (
        <p className="pt-1 text-sm">{t("summary.conflict")}</p>
      ) : null}
    </>
  );
}
