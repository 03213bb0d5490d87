"use client";

import { Spinner } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import type { Hit } from "#lib/contract/find.ts";
import { type Finding, findQuery } from "#lib/queries/find.ts";
import { FindProgress } from "./find-progress.tsx";
import { HitSummary } from "./hit-summary.tsx";
import { useMatchedName } from "./use-matched-name.ts";

const kinds = ["transaction", "notification", "payment"] as const;

/** Shows what is found as it is found, and opens by itself when exactly one record fits exactly. */
export function FindResults({ environment, q }: { environment: string; q: string }) {
  const t = useTranslations("find");
  const router = useRouter();
  const query = useQuery(findQuery(environment, q));
  const only = query.data ? onlyExactHit(query.data) : undefined;
  useEffect(() => {
    if (only) router.replace(only.href);
  }, [only, router]);

  if (q === "") return <EmptyState title={t("ask.title")}>{t("ask.text")}</EmptyState>;
  if (query.isError) return <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending || only) {
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner size="sm" aria-hidden="true" /> {only ? t("opening") : t("looking")}
      </p>
    );
  }
  return <Findings finding={query.data} q={q} />;
}

/** At a gateway the first that fits exactly; of what is here only one that stands alone, once all were asked. */
function onlyExactHit({ hits, here, isDone }: Finding): Hit | undefined {
  const exact = hits.filter((hit) => hit.exact);
  const isFirstOfAll = hits.slice(0, here).every((hit) => !hit.exact);
  return (isDone || isFirstOfAll) && exact.length === 1 ? exact[0] : undefined;
}

function Findings({ finding, q }: { finding: Finding; q: string }) {
  const t = useTranslations("find");
  const say = useSentence();
  const { hits, note, isDone } = finding;
  return (
    <div className="flex flex-col gap-5">
      <FindProgress finding={finding} />
      {note === null ? null : <p className="max-w-prose text-muted">{say(note)}</p>}
      {isDone && hits.length === 0 ? <EmptyState title={t("none.title", { q })}>{t("none.text")}</EmptyState> : null}
      {kinds.map((kind) => (
        <HitGroup key={kind} title={t(`kinds.${kind}`)} hits={hits.filter((hit) => hit.kind === kind)} />
      ))}
    </div>
  );
}

function HitGroup({ title, hits }: { title: string; hits: readonly Hit[] }) {
  const t = useTranslations("find.matched");
  const matchedName = useMatchedName();
  if (hits.length === 0) return null;
  return (
    <section>
      <h2 className="pb-2 font-medium">{title}</h2>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {hits.map((hit) => (
          <li key={hit.href}>
            <Link href={hit.href} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-3 hover:bg-default">
              <span className="reference text-accent">{hit.reference}</span>
              <span>
                <HitSummary hit={hit} />
              </span>
              <span className="text-muted">
                {t.rich(hit.exact ? "exact" : "beginning", {
                  field: matchedName(hit.matched),
                  merchant: () => <MerchantName slug={hit.merchant} />,
                })}
              </span>
              {hit.occurredAt ? <Timestamp at={hit.occurredAt} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
