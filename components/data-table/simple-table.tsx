"use client";

import { Button, Table } from "@heroui/react";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Announced } from "#components/ui/announced.tsx";
import { type NarrowPlace, toNarrowPlaces } from "./narrow-places.ts";
import { useGridKeys } from "./use-grid-keys.ts";

export type Column<Row> = {
  key: string;
  label: string;
  isEnd?: boolean;
  narrow?: NarrowPlace;
  className?: string;
  cell: (row: Row) => ReactNode;
};

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
  hrefOf?: (row: Row) => string;
  copyOf?: (row: Row) => string;
  more?: { hasMore: boolean; isLoading: boolean; onMore: () => void };
};

/** A short list: rows open on click or Enter, `j` and `k` move, `c` copies the row's reference. */
export function SimpleTable<Row>({ label, columns, rows, keyOf, hrefOf, copyOf, more }: Props<Row>) {
  const t = useTranslations("table");
  const router = useRouter();
  const places = toNarrowPlaces(columns);
  const find = (key: string) => rows.find((row) => keyOf(row) === key);
  const onKeyDown = useGridKeys({
    onCopy: (key) => {
      const row = find(key);
      if (row && copyOf) void navigator.clipboard?.writeText(copyOf(row));
    },
  });
  const open = (key: string) => {
    const row = find(key);
    if (row && hrefOf) router.push(hrefOf(row));
  };
  return (
    <>
      <Table variant="secondary" onKeyDown={onKeyDown} className="narrow-rows">
        <Table.ScrollContainer>
          <Table.Content aria-label={label} {...(hrefOf ? { onRowAction: (key: string | number) => open(String(key)) } : {})}>
            <Table.Header className="narrow-hidden">
              {columns.map((column, at) => (
                <Table.Column key={column.key} id={column.key} isRowHeader={at === 0}>
                  <span className={column.isEnd ? "block text-right" : "block"}>{column.label}</span>
                </Table.Column>
              ))}
            </Table.Header>
            <Table.Body>
              {rows.map((row) => (
                <Table.Row
                  key={keyOf(row)}
                  id={keyOf(row)}
                  className={`${hrefOf ? "cursor-pointer" : ""} ${places ? "narrow-row" : "narrow-card"}`}
                >
                  {columns.map((column) => (
                    <Table.Cell
                      key={column.key}
                      {...(places ? { "data-narrow": places.get(column.key) ?? "none" } : { "data-label": column.label })}
                      className={`whitespace-nowrap ${column.isEnd ? "text-right" : ""} ${column.className ?? ""}`}
                    >
                      {column.cell(row)}
                    </Table.Cell>
                  ))}
                </Table.Row>
              ))}
            </Table.Body>
          </Table.Content>
        </Table.ScrollContainer>
      </Table>
      <Announced text={`${label}: ${rows.length}`} />
      {more?.hasMore ? (
        <div className="flex justify-center pt-3">
          <Button variant="secondary" isPending={more.isLoading} onPress={more.onMore}>
            {t("loadMore")}
          </Button>
        </div>
      ) : null}
    </>
  );
}
