import { useTranslations } from "next-intl";
import type { Column } from "./columns.ts";
import { headingHeightPx } from "./grid-sizes.ts";
import type { NarrowPlace } from "./narrow-places.ts";
import { RowCheckbox } from "./row-checkbox.tsx";
import type { GridSelection } from "./use-row-grid.ts";

type Props<Row> = {
  columns: readonly Column<Row>[];
  /** Undefined in a table whose row heights vary. */
  places: ReadonlyMap<string, NarrowPlace> | undefined;
  selection: GridSelection<Row> | undefined;
};

/** Headings that stay in view while the rows scroll. */
export function GridHeadings<Row>({ columns, places, selection }: Props<Row>) {
  const t = useTranslations("table");
  const layout = places
    ? { group: "narrow-list min-w-(--grid-width)", row: "grid grid-cols-(--grid-columns) narrow-row narrow-headings" }
    : { group: "flow-group narrow-hidden", row: "flow-row" };
  return (
    <div role="rowgroup" className={`sticky top-0 z-10 ${layout.group}`}>
      <div
        role="row"
        aria-rowindex={1}
        style={{ height: headingHeightPx }}
        className={`items-center border-border border-b bg-surface-secondary font-medium text-muted text-xs ${layout.row}`}
      >
        {selection ? (
          <div role="columnheader" data-narrow="box" className="flex items-center justify-center">
            <RowCheckbox
              label={t(selection.isWhole ? "selectAll" : "selectLoaded")}
              state={selection.part}
              onChange={selection.onSelectAll}
            />
          </div>
        ) : null}
        {columns.map(({ key, label, isEnd }) => (
          <div
            key={key}
            role="columnheader"
            data-narrow={places?.get(key) ?? "none"}
            className={`line-clamp-2 px-2 leading-[1.15] ${isEnd ? "text-right" : ""}`}
          >
            {label}
          </div>
        ))}
      </div>
    </div>
  );
}
