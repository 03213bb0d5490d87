import Link from "next/link";
import { useLocale, useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { NotificationDetail, TimelineEntry } from "#lib/contract/notification.ts";
import { formatMoney } from "#lib/core/money.ts";

const dots = {
  success: "bg-(--tone-success)",
  danger: "bg-(--tone-danger)",
  warning: "bg-(--tone-warning)",
  neutral: "bg-(--tone-neutral)",
  active: "bg-accent",
} as const;

/** Events of and around the notification, oldest first; other notifications are links. */
export function Timeline({ detail, environment }: { detail: NotificationDetail; environment: string }) {
  const t = useTranslations("notifications");
  const entries = detail.timeline.map((entry, index) => ({ ...entry, key: `${index} ${entry.at}` }));
  return (
    <Panel title={t("timeline.title")}>
      <ol className="flex flex-col gap-2">
        {entries.map(({ key, at, id, tone, ...entry }) => (
          <li key={key} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
            <span aria-hidden="true" className={`mt-1.5 size-2 rounded-full ${dots[tone]}`} />
            <span className="text-muted">
              <Timestamp at={at} />
            </span>
            <span className="wrap-anywhere max-sm:col-start-2">
              {id === null ? (
                <EntryText {...entry} />
              ) : (
                <Link
                  className="text-accent underline underline-offset-2"
                  href={`/${environment}/${detail.merchant}/notifications/${id}`}
                >
                  <EntryText {...entry} />
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}

function EntryText({ text, booked }: Pick<TimelineEntry, "text" | "booked">) {
  const t = useTranslations("notifications");
  const locale = useLocale();
  const say = useSentence();
  return booked ? t("timeline.booked", { amount: `${booked.currency} ${formatMoney(booked, locale)}` }) : say(text);
}
