import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import type { NotificationDetail } from "#lib/contract/notification.ts";

/** What the sentence says already: that there was no certificate, and what is wrong with the signature. */
const saidBySentence = new Set(["no_key", "value_changed", "signature_of_nobody"]);

/** Beside the sentence: what exactly does not fit, and a conflict that its state does not tell. */
export function NotificationWarning({ detail }: { detail: NotificationDetail }) {
  const t = useTranslations("notifications");
  const say = useSay();
  const { verdict, working, conflict, state } = detail;
  const { firstDifference, firstDifferenceDetails: details } = working;
  const isSaid = saidBySentence.has(details?.reason ?? "");
  return (
    <>
      {verdict === "valid" || isSaid ? null : (
        <p className="pt-1 text-muted text-sm">
          {firstDifference ? say({ message: firstDifference, ...details }) : t("summary.nothingDiffers")}
        </p>
      )}
      {conflict && (state === "reversed" || state === "contested") ? (
        <p className="pt-1 text-sm">{t("summary.conflict")}</p>
      ) : null}
    </>
  );
}
