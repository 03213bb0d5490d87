"use client";

import { Button } from "@heroui/react";
import { useQueries } from "@tanstack/react-query";
import { useFormatter, useTranslations } from "next-intl";
import { MerchantName } from "#components/merchant-name.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { Overview } from "#lib/contract/overview.ts";
import { moneyKindFilter } from "#lib/core/transaction-types.ts";
import { comparedMax, type OverviewSearch, overviewQuery } from "#lib/queries/overview.ts";
import { ChangeMark } from "./change-mark.tsx";
import { type Days, overviewLinks } from "./overview-links.ts";
import { useWithoutUnknown } from "./use-without-unknown.ts";

type Props = {
  environment: Parameters<typeof overviewQuery>[0]["environment"];
  /** As the address names them. */
  slugs: readonly string[];
  search: OverviewSearch;
  days: Days;
  currency: string;
  /** The merchants that are still compared; null closes the comparison. */
  onChange: (slugs: string[] | null) => void;
};

const comparedKinds = ["sales", "refunds", "chargebacks", "fees"] as const;
const asPercent = { style: "percent", maximumFractionDigits: 1 } as const;

/** The key figures of a few merchants side by side, over the same days and in one currency. */
export function Comparison({ environment, slugs: named, search, days, currency, onChange }: Props) {
  const t = useTranslations("overview");
  const slugs = [...new Set(named)].slice(0, comparedMax);
  const answers = useQueries({
    queries: slugs.map((merchant) => overviewQuery({ environment, merchant }, { ...search, group: null })),
  });
  const errors = answers.map(({ error }) => error);
  useWithoutUnknown(slugs, errors, onChange);
  const columns = answers.map(({ data: overview, isFetching, refetch }, index) => ({
    slug: slugs[index] ?? "",
    overview,
    isFailed: overview === undefined && !isFetching,
    onRetry: () => void refetch(),
  }));
  return (
    <div className="mb-3">
      <Panel
        title={t("comparison.title", { currency })}
        action={
          <Button size="sm" variant="ghost" onPress={() => onChange(null)}>
            {t("comparison.close")}
          </Button>
        }
      >
        <div className="overflow-x-auto">
          <table className="w-full">
            <caption className="sr-only">{t("comparison.title", { currency })}</caption>
            <thead>
              <tr className="border-border border-b text-muted">
                <td />
                {columns.map(({ slug }) => (
                  <th key={slug} scope="col" className="pb-1 ps-6 text-end font-medium">
                    <Link href={`/${environment}/${slug}`} className="hover:text-accent">
                      <MerchantName slug={slug} />
                    </Link>
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>
              {comparedKinds.map((kind, row) => (
                <tr key={kind} className="h-9 border-separator border-b">
                  <th scope="row" className="text-start font-normal">
                    {t(`kinds.${kind}`)}
                  </th>
                  {columns.map(({ slug, overview, isFailed, onRetry }) =>
                    isFailed ? (
                      row === 0 && <FailedColumn key={slug} onRetry={onRetry} />
                    ) : (
                      <td key={slug} className="whitespace-nowrap ps-6 text-end">
                        <Link
                          href={overviewLinks({ environment, merchant: slug }, days).transactions({
                            currency,
                            ...moneyKindFilter(kind),
                          })}
                          className="hover:text-accent"
                        >
                          <KindSum {...{ overview, currency, kind }} />
                        </Link>
                      </td>
                    ),
                  )}
                </tr>
              ))}
              <tr className="h-9">
                <th scope="row" className="text-start font-normal">
                  {t("verified.label")}
                </th>
                {columns.map(({ slug, overview, isFailed }) =>
                  isFailed ? null : (
                    <td key={slug} className="ps-6 text-end">
                      <Confirmed overview={overview} />
                    </td>
                  ),
                )}
              </tr>
            </tbody>
          </table>
        </div>
      </Panel>
    </div>
  );
}

/** Stands in all rows of a merchant's column. */
function FailedColumn({ onRetry }: { onRetry: () => void }) {
  const t = useTranslations("overview.comparison");
  const common = useTranslations("common");
  return (
    <td rowSpan={comparedKinds.length + 1} className="ps-6 text-end align-top">
      <span className="flex flex-col items-end gap-2 py-2">
        <span role="alert">{t("failed")}</span>
        <Button size="sm" variant="secondary" onPress={onRetry}>
          {common("tryAgain")}
        </Button>
      </span>
    </td>
  );
}

type SumProps = { overview: Overview | undefined; currency: string; kind: (typeof comparedKinds)[number] };

function KindSum({ overview, currency, kind }: SumProps) {
  if (!overview) return "…";
  const sums = overview.currencies.find((item) => item.currency === currency)?.kinds[kind];
  const [now, before] = [sums?.now.amountMinor ?? 0, sums?.before.amountMinor ?? 0];
  return (
    <>
      <Money amountMinor={now} currency={currency} /> <ChangeMark now={now} before={before} />
    </>
  );
}

function Confirmed({ overview }: { overview: Overview | undefined }) {
  const format = useFormatter();
  if (!overview) return "…";
  const { valid, invalid, not_checkable } = overview.notifications.now;
  const all = valid + invalid + not_checkable;
  return all === 0 ? "–" : format.number(valid / all, asPercent);
}
