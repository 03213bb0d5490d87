import { useTranslations } from "next-intl";
import type { SyncRun } from "#lib/contract/ledger-sync.ts";
import type { Column } from "../data-table/columns.ts";
import { DataTable } from "../data-table/data-table.tsx";
import { useDayText } from "../language/use-day-text.ts";
import { Money } from "../ui/money.tsx";

type Difference = SyncRun["differing"][number];

const shown = 20;

/** The days on which database and gateway differed, before they were corrected. */
export function RunDifferences({ differing }: { differing: readonly Difference[] }) {
  const t = useTranslations("sync.differences");
  const dayText = useDayText();
  if (differing.length === 0) return <p className="text-sm">{t("none")}</p>;
  const columns: Column<Difference>[] = [
    { key: "day", label: t("day"), cell: ({ day }) => dayText(day) },
    { key: "rows", label: t("rows"), isEnd: true, cell: ({ gateway, stored }) => `${gateway.rows} / ${stored.rows}` },
    {
      key: "sums",
      label: t("sums"),
      isEnd: true,
      cell: ({ gateway, stored, currency }) => (
        <>
          <Money amountMinor={Number(gateway.sumMinor)} currency={currency} /> /{" "}
          <Money amountMinor={Number(stored.sumMinor)} currency={currency} />
        </>
      ),
    },
  ];
  return (
    <>
      <DataTable
        label={t("caption")}
        columns={columns}
        rows={differing.slice(0, shown)}
        keyOf={({ day, currency }) => `${day} ${currency}`}
      />
      {differing.length > shown ? <p>{t("more", { count: differing.length - shown })}</p> : null}
    </>
  );
}
