"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { KeyHints } from "#components/data-table/list-footer.tsx";
import { LookUpMatching } from "#components/lookups/look-up-matching.tsx";
import { useLookUp } from "#components/lookups/use-look-up.ts";
import { TagRows } from "#components/tags/tag-rows.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import type { Transaction } from "#lib/contract/transaction.ts";
import type { TransactionSelection } from "#lib/contract/transaction-selection.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { matchingLookup } from "#lib/queries/lookups.ts";
import type { Tagged } from "#lib/queries/tags.ts";
import type { useRowSelection } from "./use-row-selection.ts";

type Props = {
  scope: Scope;
  /** The selection as a request. */
  input: TransactionSelection;
  rows: ReturnType<typeof useRowSelection>;
  /** Number of rows that match the filter; undefined while it is counted. */
  matching: number | undefined;
  /** The list leaves out fees that match as well. */
  isFolded: boolean;
};

/** Size of the selection, a button that selects all matching rows, and bulk actions. */
export function SelectionBar({ scope, input, rows, matching, isFolded }: Props) {
  const { environment } = scope;
  const t = useTranslations("transactions.selection");
  const { mutate, isPending } = useLookUp(environment);
  const { selection, count } = rows;
  if (count === 0) return <KeyHints keys={["preview", "open", "select", "copy"]} />;
  const isMatching = selection.kind === "matching";
  const chosen = isMatching ? [] : [...selection.rows.values()];
  const named = chosen.flatMap(({ reference }) => (reference === null ? [] : [reference]));
  const references = [...new Set(named)];
  const unnamed = chosen.length - named.length;
  const shared = named.length - references.length;
  return (
    <div className="fading-line -m-1 flex min-w-0 grow basis-0 items-center gap-2 whitespace-nowrap p-1">
      <p role="status">{t(isMatching ? (isFolded ? "matchingWithFees" : "matching") : "rows", { count })}</p>
      {!isMatching && matching !== undefined && matching > count ? (
        <Button size="sm" variant="secondary" onPress={rows.grid.onSelectAll}>
          {t("selectAll", { count: matching })}
        </Button>
      ) : null}
      {isMatching ? <LookUpMatching label={t("lookUpAll")} variant="primary" share={() => matchingLookup(scope, input)} /> : null}
      {references.length > 0 ? (
        <>
          <Button size="sm" isPending={isPending} onPress={() => mutate(references)}>
            {t("lookUp", { count: references.length })}
          </Button>
          <CopyButton text={references.join("\n")} label={t("references", { count: references.length })} />
        </>
      ) : null}
      {chosen.length > 0 ? <TagRows environment={environment} records={chosen.map(toTagged)} /> : null}
      {unnamed > 0 ? <span className="text-muted text-xs">{t("unnamed", { count: unnamed })}</span> : null}
      {shared > 0 ? <span className="text-muted text-xs">{t("shared", { count: shared })}</span> : null}
      <Button size="sm" variant="ghost" onPress={rows.clear}>
        {t("clear")}
      </Button>
    </div>
  );
}

function toTagged({ merchant, reference, id }: Transaction): Tagged {
  return reference === null ? { merchant, id } : { merchant, reference };
}
