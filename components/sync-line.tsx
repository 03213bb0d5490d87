import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MerchantName } from "#components/merchant-name.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import type { SyncSummary } from "#lib/contract/sync-summary.ts";

/** So many merchants are named, whose ledgers cannot be read. */
const namedMax = 3;

type Props = { environment: string; sync: SyncSummary };

/** How fresh the ledgers of many merchants are, in one line, however many they are; nothing where all are up to date. */
export function SyncLine({ environment, sync }: Props) {
  const t = useTranslations("transactions.sync");
  const { merchants, upToDate, syncing, attention, neverRead, readyAt } = sync;
  if (upToDate === merchants) return null;
  const to = (status: string) => (text: ReactNode) => (
    <Link className="underline underline-offset-2" href={boardHref(environment, status)}>
      {text}
    </Link>
  );
  return (
    <p role="status" className="flex flex-wrap gap-x-3 pb-3 text-sm">
      <span>{t.rich("upToDate", { count: upToDate, all: merchants, link: to("ready") })}</span>
      {syncing > 0 ? <span>{t.rich("syncing", { count: syncing, link: to("syncing") })}</span> : null}
      {attention > 0 ? (
        <span className="text-(--tone-warning)">
          {t.rich("attention", { count: attention, link: to("attention") })} <Worst sync={sync} />
        </span>
      ) : null}
      {neverRead > 0 ? <span className="text-muted">{t("neverRead", { count: neverRead })}</span> : null}
      {readyAt === null ? null : (
        <span className="text-muted">{t.rich("readyAt", { time: () => <Timestamp at={readyAt} /> })}</span>
      )}
    </p>
  );
}

/** The first of those that need attention, by name. */
export function Worst({ sync: { worst, attention } }: Pick<Props, "sync">) {
  const named = worst.slice(0, namedMax);
  if (named.length === 0) return null;
  return (
    <>
      (
      {named.map(({ merchant }, at) => (
        <span key={merchant}>
          {at > 0 ? ", " : null}
          <MerchantName slug={merchant} />
        </span>
      ))}
      {attention > named.length ? " …" : null})
    </>
  );
}

/** The connection board with the merchants of one standing. */
export function boardHref(environment: string, status: string): string {
  return `/${environment}/settings/connection?status=${status}`;
}
