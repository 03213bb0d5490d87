"use client";

import { useMemo } from "react";
import type { GridColumn } from "#components/data-table/grid-row.tsx";
import { RowGrid } from "#components/data-table/row-grid.tsx";
import { Money } from "#components/money.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { LookupRow } from "#lib/contract/lookup.ts";
import { type LookupItem, toShownRow } from "./shown-row.ts";

const verdicts: Record<LookupRow["verdict"], { tone: Tone; text: string }> = {
  found: { tone: "success", text: "Found" },
  missing: { tone: "neutral", text: "Missing" },
  error: { tone: "danger", text: "Error" },
};

type Props = { environment: string; items: readonly LookupItem[]; nameOf: (slug: string) => string };

/** A row for each reference, also before it was looked up; of ten thousand only those in view exist in the page. */
export function LookupTable({ environment, items, nameOf }: Props) {
  const columns = useMemo(() => toColumns(nameOf), [nameOf]);
  return (
    <RowGrid
      label="Looked up references"
      columns={columns}
      rowCount={items.length}
      rowAt={(index) => items[index]}
      keyOf={({ reference }) => reference}
      hrefOf={({ row }) => hrefOf(environment, row)}
      copyOf={({ reference }) => reference}
    />
  );
}

function toColumns(nameOf: (slug: string) => string): GridColumn<LookupItem>[] {
  const shown = ({ row }: LookupItem) => row && toShownRow(row, nameOf);
  return [
    {
      key: "reference",
      label: "Reference",
      minPx: 180,
      className: "reference text-accent",
      isLink: true,
      cell: ({ reference, row }) => (row?.verdict === "found" ? reference : <span className="text-foreground">{reference}</span>),
    },
    { key: "verdict", label: "Verdict", minPx: 110, cell: ({ row }) => <Verdict row={row} /> },
    { key: "merchant", label: "Merchant", minPx: 130, cell: (item) => shown(item)?.merchant ?? "–" },
    { key: "what", label: "What", minPx: 180, cell: (item) => <span title={shown(item)?.what}>{shown(item)?.what || "–"}</span> },
    { key: "amount", label: "Amount", minPx: 130, isEnd: true, cell: (item) => <Amount shown={shown(item)} /> },
  ];
}

function Verdict({ row }: { row: LookupRow | undefined }) {
  if (!row) return <span className="text-muted">Not yet</span>;
  return <StatusMark tone={verdicts[row.verdict].tone}>{verdicts[row.verdict].text}</StatusMark>;
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
