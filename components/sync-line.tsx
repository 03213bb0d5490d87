import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import { Toolbar } from "#components/ui/toolbar.tsx";
import type { SyncSummary } from "#lib/contract/sync-summary.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import { MerchantName } from "./merchant-name.tsx";

/** Number of merchants named whose ledgers cannot be read. */
const namedMax = 3;

type Props = {
  environment: string;
  sync: SyncSummary;
  /** The list has days that are still to be read. */
  lacksHistory?: boolean | undefined;
};

/** The sync state of many merchants: on narrow screens only what is wrong with them. Renders nothing when all are up to date. */
export function SyncLine({ environment, sync, lacksHistory = false }: Props) {
  const t = useTranslations("transactions.sync");
  const { merchants, upToDate, syncing, attention, neverRead, readyAt } = sync;
  if (upToDate === merchants && !lacksHistory) return null;
  const isWell = syncing <= neverRead && attention === 0 && neverRead === 0 && !lacksHistory;
  const to = (status: string) => (text: ReactNode) => (
    <Link className="underline underline-offset-2" href={merchantsHref(environment, { status })}>
      {text}
    </Link>
  );
  return (
    <div role="status" className="pb-2 text-xs">
      <Toolbar label={t("label")} className="flex flex-wrap gap-x-3">
        <span className={isWell ? "" : "max-md:hidden"}>
          {t.rich("upToDate", { count: upToDate, all: merchants, link: to("up_to_date") })}
        </span>
        {syncing > neverRead ? <span>{t.rich("syncing", { count: syncing, link: to("syncing") })}</span> : null}
        {attention > 0 ? (
          <span className="text-(--tone-warning)">
            {t.rich("attention", { count: attention, link: to("sync_failed") })}{" "}
            {sync.worst.length > 0 ? (
              <span className="max-md:hidden">
                (<WorstNames sync={sync} />)
              </span>
            ) : null}
          </span>
        ) : null}
        {neverRead > 0 ? (
          <span className="text-muted">
            {t.rich("neverRead", { count: neverRead, link: to("never_synced"), note: onWideScreens })}
          </span>
        ) : null}
        {lacksHistory ? (
          <span className="text-muted">{t.rich("history", { link: to("not_fully_synced"), note: onWideScreens })}</span>
        ) : null}
        {readyAt === null ? null : (
          <span className="text-muted">
            {t.rich("readyAt", { time: () => <Timestamp at={readyAt} precision={isSoon(readyAt) ? "minute" : "row"} /> })}
          </span>
        )}
      </Toolbar>
    </div>
  );
}

const onWideScreens = (text: ReactNode) => <span className="max-md:hidden">{text}</span>;

const halfDayMs = 43_200_000;

/** Whether the time of day is enough to tell which day is meant. */
function isSoon(time: string): boolean {
  return Date.parse(time) - Date.now() < halfDayMs;
}

/** The names of the first merchants whose ledgers cannot be read. */
export function WorstNames({ sync: { worst, attention } }: { sync: Pick<SyncSummary, "worst" | "attention"> }) {
  const named = worst.slice(0, namedMax);
  return (
    <>
      {named.map(({ merchant }, index) => (
        <span key={merchant}>
          {index > 0 ? ", " : null}
          <MerchantName slug={merchant} />
        </span>
      ))}
      {attention > named.length ? " …" : null}
    </>
  );
}

type ListedMerchants = { status?: string; slug?: string; group?: string | null };

/** Link to the list of merchants with that state, or of these names, in that group, which every role may open. */
export function merchantsHref(environment: string, filter: ListedMerchants): string {
  return `/${environment}/merchants${toQueryString(filter)}`;
}
