"use client";

import { useRouter } from "next/navigation";
import { type KeyboardEvent, type ReactNode, useRef, useState } from "react";
import { isTypingTarget } from "../shortcuts/shortcuts.ts";
import { rowKeyOf } from "./row-key-of.ts";
import { useDetailDrawer } from "./use-detail-drawer.ts";
import { useListPlace } from "./use-list-place.ts";

type Props<Row> = {
  items: readonly Row[];
  keyOf: (row: Row) => string;
  /** The full page of a row, where it has one. */
  hrefOf?: (row: Row) => string;
  panel: (row: Row, close: () => void) => ReactNode;
  /** The list unloads rows that are far from view: the row shown stays shown without them. */
  unloadsRows?: boolean;
  children: ReactNode;
};

const stayMs = 150;
/** Fewer than these need no height of their own; their footer follows them. */
const fewRows = 5;

/** A list with a detail drawer, restored as the user left it. */
export function WithDetailDrawer<Row>({ items, keyOf, hrefOf, panel, unloadsRows = false, children }: Props<Row>) {
  const { rowKey, close, listProps } = useDetailDrawer();
  const around = useListPlace();
  const router = useRouter();
  const found = useFoundRow(items, keyOf, rowKey);
  const row = found.isLoaded || unloadsRows ? found.row : undefined;
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
  /** From within the drawer: the focus goes back to its row, or where that is out of view to the row that Tab leads to. */
  const closeDrawer = () => {
    close();
    const rowOf = (part: string) => around.current?.querySelector<HTMLElement>(`[role=row]${part}`);
    (rowOf(`[data-key="${CSS.escape(rowKey ?? "")}"]`) ?? rowOf("[tabindex='0']"))?.focus({ preventScroll: true });
  };
  const closeByKey = (event: KeyboardEvent<HTMLElement>) => {
    // What opens over the page, and fields, have an Escape of their own.
    const isOwn = event.target instanceof Node && event.currentTarget.contains(event.target) && !isTypingTarget(event.target);
    if (event.key !== "Escape" || !isOwn) return;
    event.stopPropagation();
    closeDrawer();
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
      {/* biome-ignore lint/a11y/noStaticElementInteractions: the drawer inside has the focus; this element only adds its Escape. */}
      <div className="panel-slot contents" onKeyDown={closeByKey}>
        {row ? panel(row, closeDrawer) : null}
      </div>
    </div>
  );
}

/** The row with this key, also after it was scrolled so far away that it is no longer loaded. */
function useFoundRow<Row>(items: readonly Row[], keyOf: (row: Row) => string, rowKey: string | undefined) {
  const found = rowKey === undefined ? undefined : items.find((item) => keyOf(item) === rowKey);
  const [last, setLast] = useState(found);
  if (found && found !== last) setLast(found);
  return { row: found ?? (last && keyOf(last) === rowKey ? last : undefined), isLoaded: found !== undefined };
}
