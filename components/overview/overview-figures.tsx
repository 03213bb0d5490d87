"use client";

import { useTranslations } from "next-intl";
import { Toggles } from "#components/ui/toggles.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { DelaysPanel, PaidPanel, PaymentsPanel, TypesPanel } from "./breakdowns.tsx";
import { ConnectionsPanel } from "./connections-panel.tsx";
import { KpiTiles } from "./kpi-tiles.tsx";
import { LatestNotifications, LatestTransactions } from "./latest.tsx";
import { MoneyPanel } from "./money-panel.tsx";
import { overviewLinks } from "./overview-links.ts";
import { ReceivedPanel } from "./received-panel.tsx";

type Search = { currency: string | null; measure: "volume" | "count" };
type Props = { scope: Scope; overview: Overview; search: Search; onSearch: (change: Partial<Search>) => void };

/** Tiles, charts and breakdowns of one currency at a time: amounts in different currencies are never added. */
export function OverviewFigures({ scope, overview, search, onSearch }: Props) {
  const t = useTranslations("overview");
  const { currencies } = overview;
  const currency = currencies.find((item) => item.currency === search.currency) ?? currencies[0];
  const links = overviewLinks(scope, overview);
  return (
    <>
      {currency && currencies.length > 1 ? (
        <Toggles
          label={t("currency")}
          options={currencies.map(({ currency: code }) => ({ value: code, label: code }))}
          value={currency.currency}
          onChange={(code) => onSearch({ currency: code })}
          className="mb-3"
        />
      ) : null}
      <KpiTiles scope={scope} overview={overview} currency={currency} links={links} />
      <div className="grid items-start gap-4 xl:grid-cols-2 [&>*]:min-w-0">
        <div className="flex flex-col gap-4">
          {currency ? (
            <>
              <MoneyPanel
                currency={currency}
                measure={search.measure}
                onMeasure={(measure) => onSearch({ measure })}
                links={links}
              />
              <TypesPanel currency={currency} links={links} />
            </>
          ) : null}
          <LatestTransactions scope={scope} />
        </div>
        <div className="flex flex-col gap-4">
          <ReceivedPanel overview={overview} links={links} />
          {currency ? <PaidPanel currency={currency} links={links} /> : null}
          <DelaysPanel overview={overview} links={links} />
          <PaymentsPanel overview={overview} links={links} />
          <LatestNotifications scope={scope} />
          {scope.merchant === null ? <ConnectionsPanel environment={scope.environment} sync={overview.sync} /> : null}
        </div>
      </div>
    </>
  );
}
