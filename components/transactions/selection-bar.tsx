"use client";

import { Button, toast } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { lookupAddress } from "#lib/queries/lookups.ts";
import type { useRowSelection } from "./use-row-selection.ts";

type Props = {
  environment: string;
  rows: ReturnType<typeof useRowSelection>;
  /** How many match the whole filter; undefined while it is counted. */
  matching: number | undefined;
};

/** How much is selected, making it all that match, and what can be done with it. */
export function SelectionBar({ environment, rows, matching }: Props) {
  const router = useRouter();
  const { mutate, isPending } = useMutation({
    mutationFn: (references: readonly string[]) => lookupAddress({ environment, merchant: null }, references),
    onSuccess: (address) => router.push(address),
    onError: (error) => toast.danger(error.message),
  });
  const { selection, count } = rows;
  if (count === 0)
    return <p className="hidden text-muted text-xs lg:block">Select rows with x to look them up or export them.</p>;
  const isMatching = selection.kind === "matching";
  const chosen = isMatching ? [] : [...selection.rows.values()];
  const references = [...new Set(chosen.flatMap(({ reference }) => (reference === null ? [] : [reference])))];
  return (
    <div className="flex flex-wrap items-center gap-2">
      <p role="status">
        {isMatching ? "All " : ""}
        {count.toLocaleString("en-GB")} {isMatching ? "that match are selected" : "selected"}
      </p>
      {!isMatching && matching !== undefined && matching > count ? (
        <Button size="sm" variant="secondary" onPress={rows.grid.onSelectAll}>
          Select all {matching.toLocaleString("en-GB")} that match
        </Button>
      ) : null}
      {references.length > 0 ? (
        <Button size="sm" isPending={isPending} onPress={() => mutate(references)}>
          Look up {references.length.toLocaleString("en-GB")} selected
        </Button>
      ) : null}
      <Button size="sm" variant="ghost" onPress={rows.clear}>
        Clear selection
      </Button>
    </div>
  );
}
