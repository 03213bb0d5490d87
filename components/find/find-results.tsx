"use client";

import { Spinner } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect } from "react";
import { useSay } from "#components/language/say.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Link } from "#components/ui/link.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Hit } from "#lib/contract/find.ts";
import { isMention } from "#lib/core/verification.ts";
import { type Finding, findQuery } from "#lib/queries/find.ts";
import { FieldHint, UnknownField } from "./field-hint.tsx";
import { FindProgress } from "./find-progress.tsx";
import { firstOfPayments } from "./first-of-payments.ts";
import { HitSummary } from "./hit-summary.tsx";
import { useMatchedName } from "./use-matched-name.ts";
import { VerificationMark } from "./verification-mark.tsx";

const kinds = ["transaction", "notification", "payment"] as const;

/** `shown`: the text as this screen may show it. */
type Props = { environment: string; q: string; shown: string };

/** Shows results as they arrive, and opens a record by itself when it is the only exact match. */
export function FindResults({ environment, q, shown }: Props) {
  const t = useTranslations("find");
  const router = useRouter();
  const query = useQuery(findQuery(environment, q));
  const only = query.data ? onlyExactHit(query.data) : undefined;
  useEffect(() => {
    if (only) router.replace(only.href);
  }, [only, router]);

  if (q === "")
    return (
      <EmptyState title={t("ask.title")}>
        <p>{t("ask.text")}</p>
        <FieldHint />
      </EmptyState>
    );
  // Half a search is no result: it does not say what else there is.
  if (query.isError && !query.data?.isDone)
    return <ErrorNotice title={t("failed")} error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending || only) {
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner size="sm" aria-hidden="true" /> {only ? t("opening") : t("looking")}
      </p>
    );
  }
  return <Findings finding={query.data} q={q} shown={shown} />;
}

/**
 * Of gateway results, the first exact match. Of stored results only a single payment, after all gateways responded: its
 * transaction, if found.
 * An unverified notification is never opened automatically.
 */
function onlyExactHit({ hits, here, isDone }: Finding): Hit | undefined {
  const isExact = (hit: Hit) => hit.exact && !isMention(hit);
  const exact = hits.filter(isExact);
  const isFirstOfAll = !hits.slice(0, here).some(isExact);
  if (!(isDone || isFirstOfAll) || new Set(exact.map(({ payment }) => payment)).size !== 1) return undefined;
  return exact.find(({ kind }) => kind === "transaction") ?? exact[0];
}

function Findings({ finding, q, shown }: Omit<Props, "environment"> & { finding: Finding }) {
  const t = useTranslations("find");
  const say = useSay();
  const { hits, note, isDone } = finding;
  const isEmpty = isDone && hits.length === 0;
  const mentions = hits.filter(isMention);
  const leads = firstOfPayments(hits.filter((hit) => !isMention(hit)));
  return (
    <div className="flex flex-col gap-5">
      <FindProgress finding={finding} />
      <UnknownField q={q} isHintShown={isEmpty} />
      {note === null ? null : <p className="max-w-prose text-muted">{say(note)}</p>}
      {isEmpty ? (
        <EmptyState title={t("none.title", { q: shown })}>
          <p>{t("none.text")}</p>
          <FieldHint />
        </EmptyState>
      ) : null}
      {kinds.map((kind) => (
        <HitGroup key={kind} title={t(`kinds.${kind}`)} hits={leads.filter((hit) => hit.kind === kind)} all={hits} />
      ))}
      {mentions.length === 0 ? null : (
        <div>
          <HitGroup title={t("mentions.title")} hits={mentions} all={[]} />
          <p className="pt-2 text-muted">{t("mentions.text")}</p>
        </div>
      )}
    </div>
  );
}

/** `all`: includes the other hits of each payment. */
function HitGroup({ title, hits, all }: { title: string; hits: readonly Hit[]; all: readonly Hit[] }) {
  const t = useTranslations("find.matched");
  const matchedName = useMatchedName();
  if (hits.length === 0) return null;
  return (
    <section>
      <h2 className="pb-2 text-section">{title}</h2>
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
              <VerificationMark hit={hit} />
              {hit.occurredAt ? <Timestamp at={hit.occurredAt} isEstimated={hit.isTimeEstimated} precision="row" /> : null}
            </Link>
            <OtherHits hits={all.filter(({ payment, href }) => payment === hit.payment && href !== hit.href)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

/** Other hits of the same payment. */
function OtherHits({ hits }: { hits: readonly Hit[] }) {
  if (hits.length === 0) return null;
  return (
    <ul className="flex flex-wrap gap-x-4 px-3 pb-3">
      {hits.map((hit) => (
        <li key={hit.href}>
          <Link href={hit.href} className="inline-flex min-h-8 items-center text-accent underline underline-offset-2">
            <HitSummary hit={hit} />
          </Link>
        </li>
      ))}
    </ul>
  );
}
