import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { LongText } from "#components/ui/long-text.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { givenName } from "#lib/core/given-name.ts";
import { reasonText } from "./notification-words.ts";

/** How the result was reached, and how long it took; what does not fit stands beside the sentence. */
export function Working({ detail }: { detail: NotificationDetail }) {
  const { working, answered, transaction } = detail;
  const t = useTranslations("notifications");
  const ofRecord = useTranslations("records.facts");
  const say = useSay();
  const isProven = working.verifiedBy !== null;
  const reasons = detail.reasons.map((reason) => reasonText(t, reason));
  return (
    <dl className="flex flex-col gap-3">
      {reasons.length > 1 ? (
        <div>
          <dt className="text-muted">{t("working.reasons")}</dt>
          <dd>{reasons.join(" ")}</dd>
        </div>
      ) : null}
      {/* Without one, the sentence says that none fits. */}
      {working.verifiedBy ? (
        <div>
          <dt className="text-muted">{t("working.key")}</dt>
          <dd>{`${say(givenName(working.verifiedBy.label))}, ${working.verifiedBy.fingerprint.slice(0, 16)}…`}</dd>
        </div>
      ) : null}
      <div>
        <dt className="text-muted">{t("working.receivedOrder")}</dt>
        <dd className="reference">
          <LongText text={working.receivedOrder.join(", ") || "–"} />
        </dd>
      </div>
      <div>
        <dt className="text-muted">{t(isProven ? "working.signedText" : "working.receivedText")}</dt>
        <dd className="reference whitespace-pre-wrap">
          <LongText text={working.signedText ?? "–"} />
        </dd>
      </div>
      {transaction ? (
        <div>
          <dt className="text-muted">{ofRecord("matchedBy")}</dt>
          <dd>{say({ message: transaction.matchedBy, ...transaction.matchedByDetails })}</dd>
        </div>
      ) : null}
      <div>
        <dt className="text-muted">{t("labels.answer")}</dt>
        <dd>{t("answeredAfter", { answer: `${answered.status} ${answered.body}`, ms: answered.ms })}</dd>
      </div>
    </dl>
  );
}
