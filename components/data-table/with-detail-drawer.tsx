"use client";

import { useRouter } from "next/navigation";
import { type ReactNode, useRef } from "react";
import { rowKeyOf } from "./row-key-of.ts";
import { useDetailDrawer } from "./use-detail-drawer.ts";
import { useListPlace } from "./use-list-place.ts";

type Props<Row> = {
  items: readonly Row[];
  keyOf: (row: Row) => string;
  /** The full page of a row, where it has one. */
  hrefOf?: (row: Row) => string;
  panel: (row: Row, close: () => void) => ReactNode;
  children: ReactNode;
};

const stayMs = 150;
/** Fewer than these need no height of their own; their footer follows them. */
const fewRows = 5;

/** A list with a detail drawer, restored as the user left it. */
export function WithDetailDrawer<Row>({ items, keyOf, hrefOf, panel, children }: Props<Row>) {
  const { rowKey, close, listProps } = useDetailDrawer();
  const around = useListPlace();
  const router = useRouter();
  const row = rowKey === undefined ? undefined : items.find((item) => keyOf(item) === rowKey);
  const pause = useRef<ReturnType<typeof setTimeout>>(undefined);
  /** Only for a row at which the focus stays: a pressed key passes hundreds of rows. */
  const prefetch = ({ target }: { target: EventTarget }) => {
    clearTimeout(pause.current);
    pause.current = setTimeout(() => {
      const key = rowKeyOf(target);
      const pointed = key === undefined ? undefined : items.find((item) => keyOf(item) === key);
      if (pointed && hrefOf) router.prefetch(hrefOf(pointed));
    }, stayMs);
  };
  return (
    <div
      data-open={row ? "" : undefined}
      data-few={items.length < fewRows ? "" : undefined}
      className={`beside-panel ${row ? "items-start gap-4 max-lg:mb-[60dvh] lg:grid lg:grid-cols-[minmax(0,1fr)_26.25rem]" : ""}`}
    >
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the list inside has the focus; this element only adds key handlers. */}
      <div ref={around} className="min-w-0" {...listProps} onPointerOver={prefetch} onFocus={prefetch}>
        {children}
      </div>
      {/* Always rendered, so that opening the drawer does not change whether the list is a last child. */}
      <div className="panel-slot contents">{row ? panel(row, close) : null}</div>
    </div>
  );
}
