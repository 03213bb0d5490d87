import Link from "next/link";
import { Timestamp } from "#components/timestamp.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";

const dots = {
  success: "bg-(--tone-success)",
  danger: "bg-(--tone-danger)",
  warning: "bg-(--tone-warning)",
  neutral: "bg-(--tone-neutral)",
  active: "bg-accent",
} as const;

/** What happened with it and around it, oldest first; what was another message opens it. */
export function Timeline({ detail, environment }: { detail: NotificationDetail; environment: string }) {
  const entries = detail.timeline.map((entry, at) => ({ ...entry, key: `${at} ${entry.at}` }));
  return (
    <Panel title="Timeline">
      <ol className="flex flex-col gap-2">
        {entries.map(({ key, at, text, id, tone }) => (
          <li key={key} className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 sm:grid-cols-[auto_auto_minmax(0,1fr)]">
            <span aria-hidden="true" className={`mt-1.5 size-2 rounded-full ${dots[tone]}`} />
            <span className="text-muted">
              <Timestamp at={at} />
            </span>
            <span className="wrap-anywhere max-sm:col-start-2">
              {id === null ? (
                text
              ) : (
                <Link
                  className="text-accent underline underline-offset-2"
                  href={`/${environment}/${detail.merchant}/notifications/${id}`}
                >
                  {text}
                </Link>
              )}
            </span>
          </li>
        ))}
      </ol>
    </Panel>
  );
}
