"use client";

import { useTranslations } from "next-intl";
import { GridList, GridListItem, Button as PlainButton, useDragAndDrop } from "react-aria-components";
import { CheckField } from "#components/ui/check-field.tsx";
import { GripVertical } from "#components/ui/icons.tsx";
import { type TransactionColumn, transactionColumns } from "#lib/contract/transaction-columns.ts";
import type { useColumns } from "./use-columns.ts";

type Move<Item> = { items: readonly Item[]; target: Item; isBefore: boolean };

/** Every column in its position, to show, hide and drag. */
export function ColumnList({ columns: { chosen, choose } }: { columns: ReturnType<typeof useColumns> }) {
  const t = useTranslations("transactions");
  const order = [...chosen, ...transactionColumns.filter((column) => !chosen.includes(column))];
  const chooseOf = (from: readonly TransactionColumn[], isShown: (column: TransactionColumn) => boolean) => {
    const next = from.filter(isShown);
    if (next.length > 0) choose(next);
  };
  const { dragAndDropHooks } = useDragAndDrop({
    getItems: (keys) => [...keys].map((key) => ({ "text/plain": t(`columns.${key as TransactionColumn}`) })),
    onReorder: ({ keys, target }) => {
      const isBefore = target.dropPosition === "before";
      const next = moved(order, { items: [...keys] as TransactionColumn[], target: target.key as TransactionColumn, isBefore });
      chooseOf(next, (column) => chosen.includes(column));
    },
  });
  const isLast = (column: TransactionColumn) => chosen.length === 1 && chosen.includes(column);
  return (
    <GridList
      aria-label={t("columnChooser.order")}
      items={order.map((id) => ({ id, isShown: chosen.includes(id) }))}
      dragAndDropHooks={dragAndDropHooks}
      className="flex flex-col py-2"
    >
      {({ id, isShown }) => (
        <GridListItem
          id={id}
          textValue={t(`columns.${id}`)}
          className="flex items-center gap-2 rounded-md px-1 py-1 outline-none data-[focus-visible]:ring-2 data-[focus-visible]:ring-(--focus) data-[hovered]:bg-default/60"
        >
          <PlainButton
            slot="drag"
            className="cursor-grab rounded p-0.5 text-muted outline-none data-[focus-visible]:ring-2 data-[focus-visible]:ring-(--focus)"
          >
            <GripVertical aria-hidden="true" className="size-4" />
          </PlainButton>
          <CheckField
            label={t(`columns.${id}`)}
            isChecked={isShown}
            onChange={(isVisible) =>
              isLast(id) || chooseOf(order, (column) => (column === id ? isVisible : chosen.includes(column)))
            }
          />
        </GridListItem>
      )}
    </GridList>
  );
}

/** The list with `items`, in their own order, moved beside `target`. */
export function moved<Item>(list: readonly Item[], { items, target, isBefore }: Move<Item>): Item[] {
  if (items.includes(target)) return [...list];
  const moving = list.filter((item) => items.includes(item));
  const rest = list.filter((item) => !items.includes(item));
  return rest.toSpliced(rest.indexOf(target) + (isBefore ? 0 : 1), 0, ...moving);
}
