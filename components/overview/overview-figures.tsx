"use client";

import { ToggleButton, ToggleButtonGroup } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { Overview } from "#lib/contract/overview.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { DelaysPanel, PaidPanel, PaymentsPanel, TypesPanel } from "./breakdowns.tsx";
import { ConnectionsPanel } from "./connections-panel.tsx";
import { Glance } from "./glance.tsx";
import { LatestNotifications, LatestTransactions } from "./latest.tsx";
import { MoneyPanel } from "./money-panel.tsx";
import { overviewLinks } from "./overview-links.ts";
import { ReceivedPanel } from "./received-panel.tsx";

type Search = { currency: string | null; measure: "volume" | "count" };
type Props = { scope: Scope; overview: Overview; search: Search; onSearch: (change: Partial<Search>) => void };

/** Tiles, charts and breakdowns of one currency at a time: sums of different ones are never added. */
export function OverviewFigures({ scope, overview, search, onSearch }: Props) {
  const t = useTranslations("overview");
  const { currencies } = overview;
  const currency = currencies.find((each) => each.currency === search.currency) ?? currencies[0];
  const links = overviewLinks(scope, overview);
  return (
    <>
      {currency && currencies.length > 1 ? (
        <ToggleButtonGroup
          size="sm"
          aria-label={t("currency")}
          selectionMode="single"
          disallowEmptySelection
          selectedKeys={[currency.currency]}
          onSelectionChange={(keys) => onSearch({ currency: String([...keys][0]) })}
          className="mb-3 flex-wrap"
        >
          {currencies.map(({ currency: code }) => (
            <ToggleButton key={code} id={code}>
              {code}
            </ToggleButton>
          ))}
        </ToggleButtonGroup>
      ) : null}
      <Glance scope={scope} overview={overview} currency={currency} links={links} />
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
          {scope.merchant === null ? <ConnectionsPanel environment={scope.environment} /> : null}
        </div>
      </div>
    </>
  );
}
