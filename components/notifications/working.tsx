import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { LongText } from "#components/ui/long-text.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { givenName } from "#lib/core/given-name.ts";

/** How the verification result was reached; what does not fit stands beside the sentence. */
export function Working({ detail: { working } }: { detail: NotificationDetail }) {
  const t = useTranslations("notifications");
  const say = useSay();
  return (
    <dl className="flex flex-col gap-3">
      <div>
        <dt className="text-muted">{t("working.key")}</dt>
        <dd>
          {working.verifiedBy
            ? `${say(givenName(working.verifiedBy.label))}, ${working.verifiedBy.fingerprint.slice(0, 16)}…`
            : t("working.noKeyFits")}
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t("working.receivedOrder")}</dt>
        <dd className="reference">
          <LongText text={working.receivedOrder.join(", ") || "–"} />
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t("working.signedText")}</dt>
        <dd className="reference whitespace-pre-wrap">
          <LongText text={working.signedText ?? "–"} />
        </dd>
      </div>
    </dl>
  );
}
