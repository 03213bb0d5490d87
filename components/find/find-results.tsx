"use client";

import { Spinner } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import Link from "next/link";
import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { EmptyState } from "#components/empty-state.tsx";
import { ErrorNotice } from "#components/error-notice.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import type { Hit } from "#lib/contract/find.ts";
import { type Finding, findQuery } from "#lib/queries/find.ts";
import { FindProgress } from "./find-progress.tsx";
import { matchedName } from "./matched-name.ts";

const kinds: Record<Hit["kind"], string> = { transaction: "Transactions", notification: "Notifications", payment: "Payments" };

/** Shows what is found as it is found, and opens by itself when exactly one record fits exactly. */
export function FindResults({ environment, q }: { environment: string; q: string }) {
  const router = useRouter();
  const query = useQuery(findQuery(environment, q));
  const only = query.data ? onlyExactHit(query.data) : undefined;
  useEffect(() => {
    if (only) router.replace(only.href);
  }, [only, router]);

  if (q === "")
    return (
      <EmptyState title="What are you looking for?">
        Any reference, order number, amount or the last four digits of a card.
      </EmptyState>
    );
  if (query.isError) return <ErrorNotice title="The search failed" error={query.error} onRetry={() => void query.refetch()} />;
  if (query.isPending || only) {
    return (
      <p role="status" className="flex items-center gap-2">
        <Spinner size="sm" /> {only ? "Found; opening it …" : "Looking here first, then at the gateways …"}
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
  const { hits, note, isDone } = finding;
  return (
    <div className="flex flex-col gap-5">
      <FindProgress finding={finding} />
      {note === null ? null : <p className="max-w-prose text-muted">{note}</p>}
      {isDone && hits.length === 0 ? (
        <EmptyState title={`Nothing is called “${q}”`}>
          Neither the records read so far nor the gateways that could be asked know it. The beginning of a reference is enough;
          its middle is not.
        </EmptyState>
      ) : null}
      {(Object.keys(kinds) as Hit["kind"][]).map((kind) => (
        <HitGroup key={kind} title={kinds[kind]} hits={hits.filter((hit) => hit.kind === kind)} />
      ))}
    </div>
  );
}

function HitGroup({ title, hits }: { title: string; hits: readonly Hit[] }) {
  if (hits.length === 0) return null;
  return (
    <section>
      <h2 className="pb-2 font-medium">{title}</h2>
      <ul className="divide-y divide-border rounded-lg border border-border bg-surface">
        {hits.map((hit) => (
          <li key={hit.href}>
            <Link href={hit.href} className="flex flex-wrap items-baseline gap-x-4 gap-y-1 p-3 hover:bg-default">
              <span className="reference text-accent">{hit.reference}</span>
              <span>{hit.summary}</span>
              <span className="text-muted">
                <MerchantName slug={hit.merchant} /> · {hit.exact ? "" : "begins with it: "}
                {matchedName(hit.matched)}
              </span>
              {hit.occurredAt ? <Timestamp at={hit.occurredAt} /> : null}
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
