"use client";

import { Button } from "@heroui/react";
import { useRouter } from "next/navigation";
import type { Transaction } from "#lib/contract/transaction.ts";
import { rowKey } from "./row-key.ts";
import type { useRowSelection } from "./use-row-selection.ts";

type Props = {
  environment: string;
  items: readonly Transaction[];
  rows: ReturnType<typeof useRowSelection>;
  /** How many match the whole filter; undefined while it is counted. */
  matching: number | undefined;
};

/** How much is selected, making it all that match, and what can be done with it. */
export function SelectionBar({ environment, items, rows, matching }: Props) {
  const router = useRouter();
  const { selection, table } = rows;
  const isMatching = selection.kind === "matching";
  const count = isMatching ? (matching ?? 0) - selection.except.size : table.size;
  if (count === 0)
    return <p className="text-muted text-xs">Select rows with the space bar or x to look them up or export them.</p>;
  const chosen = items.filter((item) => table.has(rowKey(item)));
  const references = [...new Set(chosen.flatMap(({ reference }) => (reference === null ? [] : [reference])))];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status">
        {isMatching ? "All " : ""}
        {count.toLocaleString("en-GB")} {isMatching ? "that match are selected" : "selected"}
      </p>
      {!isMatching && rows.hasAllLoaded && matching !== undefined && matching > table.size ? (
        <Button size="sm" variant="secondary" onPress={rows.selectMatching}>
          Select all {matching.toLocaleString("en-GB")} that match
        </Button>
      ) : null}
      {!isMatching && references.length > 0 ? (
        <Button size="sm" onPress={() => router.push(`/${environment}/lookup?refs=${encodeURIComponent(references.join(","))}`)}>
          Look up {references.length} selected
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" onPress={rows.clear}>
        Clear selection
      </Button>
    </div>
  );
}
