"use client";

import type { ReactNode } from "react";
import type { Overview } from "#lib/contract/overview.ts";
import type { Scope } from "#lib/queries/keys.ts";
import type { OverviewSearch } from "#lib/queries/overview.ts";
import { Comparison } from "./comparison.tsx";
import { KeyFigures } from "./key-figures.tsx";
import { LatestPayments } from "./latest-payments.tsx";
import { MerchantsPanel } from "./merchants-panel.tsx";
import { MethodsPanel } from "./methods-panel.tsx";
import { overviewLinks } from "./overview-links.ts";
import { SalesPanel } from "./sales-panel.tsx";

type Search = OverviewSearch & { compare: string[] | null };
type Props = {
  scope: Scope;
  overview: Overview;
  currency: Overview["currencies"][number] | undefined;
  search: Search;
  onCompare: (slugs: string[] | null) => void;
  /** Below the key figures. */
  hint?: ReactNode;
};

/** Key figures, sales and merchants of one currency at a time: amounts in different currencies are never added. */
export function OverviewFigures({ scope, overview, currency, search, onCompare, hint }: Props) {
  const { environment } = scope;
  const days = { from: overview.from, to: overview.to };
  const links = overviewLinks(scope, { ...days, group: search.group });
  const isOfAll = scope.merchant === null;
  return (
    <>
      <KeyFigures overview={overview} currency={currency} links={links} />
      {hint}
      {isOfAll && currency && search.compare ? (
        <Comparison {...{ environment, search, days }} slugs={search.compare} currency={currency.currency} onChange={onCompare} />
      ) : null}
      <div className="grid gap-3 lg:grid-cols-5 [&>*]:min-w-0 [&>*>section]:h-full">
        <div className={isOfAll ? "lg:col-span-3" : "lg:col-span-5"}>
          {currency ? <SalesPanel currency={currency} links={links} /> : null}
        </div>
        {isOfAll && currency ? (
          <div className="lg:col-span-2">
            <MerchantsPanel {...{ environment, search, days, onCompare }} currency={currency.currency} />
          </div>
        ) : null}
        <div className="lg:col-span-2">{currency ? <MethodsPanel currency={currency} links={links} /> : null}</div>
        <div className="lg:col-span-3">
          <LatestPayments scope={scope} group={search.group} />
        </div>
      </div>
    </>
  );
}
