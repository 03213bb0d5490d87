"use client";

import { Skeleton } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Link } from "#components/ui/link.tsx";
import { Loaded } from "#components/ui/loaded.tsx";
import { Money } from "#components/ui/money.tsx";
import type { FieldOrderTrial as Trial } from "#lib/contract/field-order.ts";
import { fieldOrderTrialQuery } from "#lib/queries/field-order.ts";
import type { Scope } from "#lib/queries/keys.ts";

type Props = { scope: Scope; endpointId: string; order: readonly string[]; methods: readonly string[] };

/** Dry run: which stored valid notifications of these methods would read differently in this field order. */
export function FieldOrderTrial({ scope, endpointId, order, methods }: Props) {
  const t = useTranslations("endpoints");
  const query = useQuery(fieldOrderTrialQuery(scope, { endpointId, order, methods }));
  const loading = <Skeleton className="h-6 rounded" role="status" aria-label={t("fieldOrder.trial.loading")} />;
  return (
    <Loaded query={query} failedTitle={t("fieldOrder.trial.failed")} loading={loading}>
      {(trial) => <TrialResult scope={scope} trial={trial} />}
    </Loaded>
  );
}

function TrialResult({ scope, trial: { checked, hasMore, differing, items } }: { scope: Scope; trial: Trial }) {
  const t = useTranslations("endpoints");
  return (
    <div className="flex flex-col gap-2">
      <p>
        {t("fieldOrder.trial.result", { checked, differing })} {hasMore ? t("fieldOrder.trial.hasMore") : null}
      </p>
      {items.length === 0 ? null : (
        <ul aria-label={t("fieldOrder.trial.name")} className="flex max-h-48 flex-col gap-1 overflow-y-auto">
          {items.map(({ id, orderId, amountMinor, currency, wouldSay }) => (
            <li key={id}>
              {t.rich("fieldOrder.trial.item", {
                order: orderId ?? "–",
                other: wouldSay.orderId ?? "–",
                link: (text) => (
                  <Link className="text-accent" href={`/${scope.environment}/${scope.merchant}/notifications/${id}`}>
                    {text}
                  </Link>
                ),
                amount: () => (currency === null ? "–" : <Money amountMinor={amountMinor} currency={currency} />),
                otherAmount: () => <Money amountMinor={wouldSay.amountMinor} currency={wouldSay.currency} />,
              })}
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}
