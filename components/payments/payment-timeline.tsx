import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { PaymentStatus } from "./payment-status.tsx";

/** Every state of the payment, with time and source. */
export function PaymentTimeline({ timeline }: Pick<PaymentDetail, "timeline">) {
  const t = useTranslations("payments");
  const say = useSentence();
  const rows = timeline.map((event, index) => ({ ...event, key: `${index} ${event.at}` }));
  return (
    <Panel title={t("timeline.title")}>
      <ol className="flex flex-col gap-2">
        {rows.map(({ key, status, source, note, at }) => (
          <li key={key} className="flex flex-wrap gap-x-3">
            <Timestamp at={at} />
            <PaymentStatus status={status} />
            <span className="text-muted">
              {t(`timeline.sources.${source}`)}
              {note ? ` · ${say(inWords(note))}` : ""}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

/** The gateway's messages are codes such as TRANSACTION_SUCCESS. */
function inWords(note: string): string {
  return /^[A-Z0-9_]+$/.test(note) ? note.toLowerCase().replaceAll("_", " ") : note;
}
