"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useFormatter, useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { MerchantStatus } from "#components/layout/merchant-status.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { boardHref } from "#components/sync-line.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { MerchantState } from "#lib/contract/merchant.ts";
import type { SyncSummary } from "#lib/contract/sync-summary.ts";
import { merchantsQuery } from "#lib/queries/merchants.ts";

/** Number of merchants listed while no state is known yet. */
const shownMax = 10;

const weight: Record<MerchantState, number> = {
  refused: 0,
  no_certificate: 1,
  sync_failed: 2,
  waiting: 3,
  unproven: 4,
  ready: 5,
};

type Props = { environment: string /** Of many merchants. */; sync: SyncSummary | undefined };

/** Connection state of merchants, those that need attention first. Of many merchants only the counts, as links. */
export function ConnectionsPanel({ environment, sync }: Props) {
  const t = useTranslations("overview.connections");
  return sync ? (
    <Panel title={t("title")}>
      <Standings environment={environment} sync={sync} />
    </Panel>
  ) : (
    <EveryConnection environment={environment} />
  );
}

function Standings({ environment, sync }: { environment: string; sync: SyncSummary }) {
  const t = useTranslations("overview.connections");
  const format = useFormatter();
  const say = useSentence();
  const standings = [
    ["attention", sync.attention],
    ["syncing", sync.syncing],
    ["ready", sync.upToDate],
  ] as const;
  return (
    <>
      <ul className="divide-y divide-border">
        {standings.map(([status, count]) => (
          <li key={status}>
            <Link href={boardHref(environment, status)} className="flex justify-between gap-x-4 py-2 hover:bg-default">
              <span className="text-accent">{t(`standing.${status}`)}</span>
              <span>{format.number(count)}</span>
            </Link>
          </li>
        ))}
      </ul>
      {sync.worst.length === 0 ? null : (
        <ul className="border-border border-t pt-2 text-sm">
          {sync.worst.map(({ merchant, message }) => (
            <li key={merchant} className="py-1">
              <Link href={`/${environment}/${merchant}/connection`} className="font-medium text-accent">
                <MerchantName slug={merchant} />
              </Link>
              : {say(message)}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}

function EveryConnection({ environment }: { environment: string }) {
  const t = useTranslations("overview.connections");
  const query = useQuery(merchantsQuery(environment));
  const merchants = query.data?.toSorted((left, right) => weight[left.state] - weight[right.state]).slice(0, shownMax);
  return (
    <Panel title={t("title")}>
      <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />
      {query.isPending ? <Skeleton className="h-40 rounded-md" role="status" aria-label={t("loading")} /> : null}
      <ul className="divide-y divide-border">
        {merchants?.map(({ slug, name, state, attemptsUsed }) => (
          <li key={slug} className="flex flex-wrap items-center justify-between gap-x-4 py-2">
            <Link href={`/${environment}/${slug}`} className="font-medium text-accent">
              {name}
            </Link>
            <span className="flex flex-wrap gap-x-4">
              <MerchantStatus state={state} />
              <Link href={`/${environment}/${slug}/connection`} className="text-muted underline underline-offset-2">
                {t("attempts", { used: attemptsUsed })}
              </Link>
            </span>
          </li>
        ))}
      </ul>
    </Panel>
  );
}
