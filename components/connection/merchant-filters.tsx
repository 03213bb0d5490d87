"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { Choice } from "#components/ui/choice.tsx";
import { FilterText } from "#components/ui/filter-text.tsx";
import { Link } from "#components/ui/link.tsx";
import { merchantFilters, merchantOrders } from "#lib/contract/merchant-marks.ts";
import type { SyncSummary } from "#lib/contract/sync-summary.ts";
import { connectionSearchParsers } from "./connection-search.ts";

/** Number of merchants by state, each linking to the filtered list, and a search among them. */
export function MerchantFilters({ environment, sync }: { environment: string; sync: SyncSummary }) {
  const t = useTranslations("connection.merchants");
  const [search, setSearch] = useQueryStates(connectionSearchParsers, { history: "push" });
  const page = `/${environment}/settings/connection`;
  const counts = [
    ["up_to_date", sync.upToDate],
    ["syncing", sync.syncing],
    ["sync_failed", sync.attention],
  ] as const;
  return (
    <div className="flex flex-col gap-3">
      <p className="flex flex-wrap gap-x-3">
        <Link href={page} className="text-accent">
          {t("counts.all", { count: sync.merchants })}
        </Link>
        {counts.map(([status, count]) => (
          <Link key={status} href={`${page}?status=${status}`} className="text-accent">
            {t(`counts.${status}`, { count })}
          </Link>
        ))}
      </p>
      <div className="grid grid-cols-2 items-start gap-3 sm:flex sm:flex-wrap">
        <FilterText
          label={t("find")}
          value={search.q}
          onChange={(q) => void setSearch({ q }, { history: "replace" })}
          settlesAfterMs={250}
          className="col-span-2 sm:w-64"
        />
        <Choice
          label={t("status")}
          anyLabel={t("anyStatus")}
          options={merchantFilters.map((value) => ({ value, label: t(`filters.${value}`) }))}
          value={search.status}
          onChange={(chosen) => void setSearch({ status: merchantFilters.find((filter) => filter === chosen) ?? null })}
          className="sm:w-44"
        />
        <Choice
          label={t("order")}
          options={merchantOrders.map((value) => ({ value, label: t(`orders.${value}`) }))}
          value={search.order}
          onChange={(chosen) => void setSearch({ order: merchantOrders.find((order) => order === chosen) ?? null })}
          className="sm:w-44"
        />
      </div>
    </div>
  );
}
