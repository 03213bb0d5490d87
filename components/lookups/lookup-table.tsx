"use client";

import { useTranslations } from "next-intl";
import { useMemo } from "react";
import type { GridColumn } from "#components/data-table/grid-row.tsx";
import { RowGrid } from "#components/data-table/row-grid.tsx";
import { useSentence } from "#components/language/sentences.tsx";
import type { Words } from "#components/language/words.ts";
import { Money } from "#components/money.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { LookupRow } from "#lib/contract/lookup.ts";
import { type LookupItem, toShownRow } from "./shown-row.ts";

const tones: Record<LookupRow["verdict"], Tone> = { found: "success", missing: "neutral", error: "danger" };

type Props = { environment: string; items: readonly LookupItem[]; nameOf: (slug: string) => string };

/** A row for each reference, also before it was looked up; of ten thousand only those in view exist in the page. */
export function LookupTable({ environment, items, nameOf }: Props) {
  const t = useTranslations("lookups.table");
  const say = useSentence();
  const columns = useMemo(() => toColumns({ t, say }, nameOf), [t, say, nameOf]);
  return (
    <RowGrid
      label={t("label")}
      columns={columns}
      rowCount={items.length}
      rowAt={(index) => items[index]}
      keyOf={({ reference }) => reference}
      hrefOf={({ row }) => hrefOf(environment, row)}
      copyOf={({ reference }) => reference}
    />
  );
}

type Speech = { t: Words<"lookups.table">; say: (text: string) => string };

function toColumns({ t, say }: Speech, nameOf: (slug: string) => string): GridColumn<LookupItem>[] {
  const shown = ({ row }: LookupItem) => row && toShownRow(row, nameOf);
  const what = (item: LookupItem) => say(shown(item)?.what ?? "");
  return [
    {
      key: "reference",
      label: t("reference"),
      minPx: 180,
      narrow: "title",
      className: "reference text-accent",
      isLink: true,
      cell: ({ reference, row }) => (row?.verdict === "found" ? reference : <span className="text-foreground">{reference}</span>),
    },
    { key: "verdict", label: t("verdict"), minPx: 110, narrow: "note", cell: ({ row }) => <Verdict row={row} /> },
    { key: "merchant", label: t("merchant"), minPx: 130, narrow: "aside", cell: (item) => shown(item)?.merchant ?? "–" },
    { key: "what", label: t("what"), minPx: 180, cell: (item) => <span title={what(item)}>{what(item) || "–"}</span> },
    {
      key: "amount",
      label: t("amount"),
      minPx: 130,
      isEnd: true,
      narrow: "value",
      cell: (item) => <Amount shown={shown(item)} />,
    },
  ];
}

function Verdict({ row }: { row: LookupRow | undefined }) {
  const t = useTranslations("lookups.verdicts");
  if (!row) return <span className="text-muted">{t("notYet")}</span>;
  return <StatusMark tone={tones[row.verdict]}>{t(row.verdict)}</StatusMark>;
}

function Amount({ shown }: { shown: ReturnType<typeof toShownRow> | undefined }) {
  if (!shown || (shown.amountMinor === null && shown.amountText === "")) return "–";
  return shown.currency === "" ? shown.amountText : <Money {...shown} />;
}

/** Where a found one opens; the others lead nowhere. */
function hrefOf(environment: string, row: LookupRow | undefined): string | undefined {
  if (row?.verdict !== "found" || row.merchant === undefined) return undefined;
  return `/${environment}/${row.merchant}/transactions/${encodeURIComponent(row.reference)}`;
}
