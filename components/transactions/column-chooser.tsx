"use client";

import { Button, Popover } from "@heroui/react";
import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { Columns3 } from "#components/ui/icons.tsx";
import { PopoverContent } from "#components/ui/popover-content.tsx";
import { ToolButton } from "#components/ui/tool-button.tsx";
import type { useColumns } from "./use-columns.ts";

/** The drag-and-drop table is loaded when the list is opened. */
const ColumnList = dynamic(() => import("./column-list.tsx").then((module) => module.ColumnList), { ssr: false });

/** Selects and orders columns; a hidden column keeps its position. */
export function ColumnChooser({ columns }: { columns: ReturnType<typeof useColumns> }) {
  const t = useTranslations("transactions.columnChooser");
  return (
    <Popover>
      <ToolButton label={t("title")} icon={<Columns3 aria-hidden="true" className="size-4" />} />
      <PopoverContent placement="bottom end" className="w-72">
        <Popover.Dialog>
          <Popover.Heading className="font-medium">{t("title")}</Popover.Heading>
          <ColumnList columns={columns} />
          <Button size="sm" variant="ghost" onPress={columns.reset}>
            {t("usual")}
          </Button>
        </Popover.Dialog>
      </PopoverContent>
    </Popover>
  );
}
