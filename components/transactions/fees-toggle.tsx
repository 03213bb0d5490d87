"use client";

import { ToggleButton } from "@heroui/react";
import { useTranslations } from "next-intl";
import { Percent } from "#components/ui/icons.tsx";
import { ToolLabel } from "#components/ui/tool-label.tsx";
import { Tooltip } from "#components/ui/tooltip.tsx";
import type { TransactionSearch } from "#lib/queries/transactions.ts";

type Search = Pick<TransactionSearch, "fees" | "type" | "q" | "card" | "orderNumber">;

/** A search for types or identifiers shows everything that matches. */
const isBrowsed = ({ type, q, card, orderNumber }: Search) => [type, q, card, orderNumber].every((value) => value === null);

/** Whether the list leaves out the fees of other transactions. */
export function hasFoldedFees(search: Search): boolean {
  return isBrowsed(search) && search.fees !== "shown";
}

type Props = { search: Search; onChange: (change: { fees: "shown" | null }) => void };

export function FeesToggle({ search, onChange }: Props) {
  const t = useTranslations();
  if (!isBrowsed(search)) return null;
  return (
    <Tooltip text={t("transactions.fees.hint")} className="max-w-72">
      <ToggleButton
        size="sm"
        variant="ghost"
        className="h-8 font-normal text-muted"
        isSelected={search.fees === "shown"}
        onChange={(isShown) => onChange({ fees: isShown ? "shown" : null })}
      >
        <Percent aria-hidden="true" className="size-4" />
        <ToolLabel>{t("filters.values.fees.shown")}</ToolLabel>
      </ToggleButton>
    </Tooltip>
  );
}
