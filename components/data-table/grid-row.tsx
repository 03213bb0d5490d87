"use client";

import { useTranslations } from "next-intl";
import { type CSSProperties, memo, type ReactNode, useRef, useState } from "react";
import { NameAndKeys } from "#components/shortcuts/shortcut-keys.tsx";
import { Copy } from "#components/ui/icons.tsx";
import { PointedTooltip } from "#components/ui/tooltip.tsx";
import type { Column } from "./columns.ts";
import type { NarrowPlace } from "./narrow-places.ts";
import { RowCheckbox } from "./row-checkbox.tsx";

type Props<Row> = {
  id: string;
  row: Row | undefined;
  rowKey: string | undefined;
  href: string | undefined;
  index: number;
  columns: readonly Column<Row>[];
  /** Undefined: the row is as high as its content and follows the previous row in the normal layout. */
  places: ReadonlyMap<string, NarrowPlace> | undefined;
  /** Whether this row is the table's tab stop. */
  isCurrent: boolean;
  /** Undefined: rows of this table cannot be selected. */
  isSelected: boolean | undefined;
  /** It came in a moment ago. */
  isNew: boolean;
  onSelect: (index: number, isRange: boolean) => void;
  /** The text that a button in the row copies while the pointer is on it. */
  copyText: string | undefined;
  onCopy: (index: number) => void;
};

/** One row at its position; a row that is still loading is shown as bars. */
export const GridRow = memo(function GridRow<Row>(props: Props<Row>) {
  const t = useTranslations("table");
  const { id, row, rowKey, href, index, columns, places, isCurrent, isSelected, isNew, onSelect, ...copying } = props;
  const { copyText, onCopy } = copying;
  const copied = copyText ? (columns.find(({ isLink }) => isLink) ?? columns[0]) : undefined;
  const layout = places
    ? "absolute top-0 left-0 grid w-full grid-cols-(--grid-columns) contain-layout contain-style narrow-row"
    : "flow-row narrow-card min-h-9 items-center";
  return (
    <div
      id={id}
      role="row"
      data-key={rowKey}
      data-index={index}
      aria-rowindex={index + 2}
      aria-selected={isSelected}
      data-new={isNew || undefined}
      aria-busy={row === undefined || undefined}
      tabIndex={isCurrent ? 0 : -1}
      style={places && ({ "--row": index } as CSSProperties)}
      className={`group/row border-separator/50 border-b outline-none hover:bg-default/50 focus-visible:shadow-[inset_0_0_0_2px_var(--focus)] aria-selected:bg-accent-soft motion-safe:data-new:bg-accent-soft ${href === undefined ? "" : "cursor-pointer"} ${layout}`}
    >
      {isSelected === undefined ? null : (
        <div role="gridcell" data-narrow="box" className="flex items-center justify-center">
          <RowCheckbox
            label={t("selectRow")}
            state={isSelected ? "all" : "none"}
            onChange={(isRange) => onSelect(index, isRange)}
          />
        </div>
      )}
      {columns.map((column, columnIndex) => (
        <div
          key={column.key}
          role={columnIndex === 0 ? "rowheader" : "gridcell"}
          {...(places ? { "data-narrow": places.get(column.key) ?? "none" } : { "data-label": column.label })}
          className={`px-2 ${column === copied ? "relative" : ""} ${layoutOf(column, places !== undefined)} ${column.isEnd ? "text-right" : ""} ${column.className ?? ""}`}
        >
          {row === undefined ? (
            <Waiting />
          ) : column.wraps && places ? (
            <span className="line-clamp-2">
              <Content column={column} row={row} href={href} />
            </span>
          ) : (
            <Content column={column} row={row} href={href} />
          )}
          {column === copied ? <CopyInRow label={t("copy", { text: copyText ?? "" })} onCopy={() => onCopy(index)} /> : null}
        </div>
      ))}
    </div>
  );
}) as <Row>(props: Props<Row>) => ReactNode;

/** In a row of fixed height one line, or two short ones. */
function layoutOf<Row>({ wraps }: Column<Row>, isFixed: boolean): string {
  if (!isFixed) return "py-1.5";
  return `text-table ${wraps ? "flex items-center leading-4" : "truncate leading-[36px]"}`;
}

function Content<Row>({ column, row, href }: { column: Column<Row>; row: Row; href: string | undefined }) {
  if (!column.isLink || href === undefined) return column.cell(row);
  return (
    <a href={href} tabIndex={-1} data-row-link className="underline-offset-2 hover:underline">
      {column.cell(row)}
    </a>
  );
}

function CopyInRow({ label, onCopy }: { label: string; onCopy: () => void }) {
  const button = useRef<HTMLButtonElement>(null);
  const [isPointed, setPointed] = useState(false);
  return (
    <>
      <button
        ref={button}
        type="button"
        tabIndex={-1}
        data-has-key
        aria-label={label}
        onPointerEnter={() => setPointed(true)}
        onPointerLeave={() => setPointed(false)}
        onClick={() => {
          setPointed(false);
          onCopy();
        }}
        className="absolute inset-y-1 right-1 hidden w-7 cursor-pointer items-center justify-center rounded-md bg-surface text-muted hover:text-foreground group-hover/row:flex pointer-coarse:hidden print:hidden"
      >
        <Copy aria-hidden="true" className="size-4" />
      </button>
      {isPointed ? (
        <PointedTooltip
          target={button}
          className="flex items-center gap-2"
          text={<NameAndKeys label={label} shortcut="copy" />}
        />
      ) : null}
    </>
  );
}

function Waiting() {
  return <span className="inline-block h-3 w-3/4 rounded bg-default align-middle" />;
}
