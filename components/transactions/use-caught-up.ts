"use client";

import { useEffect, useEffectEvent } from "react";

type Sums = { data?: { asOf: string | null } | undefined; refetch: () => Promise<unknown> };

/** Refetches sums that were read before the rows beside them, once for each read time of the rows. */
export function useCaughtUp(sums: Sums, rowsAsOf: string | undefined): void {
  const isBehind = rowsAsOf !== undefined && sums.data !== undefined && (sums.data.asOf ?? "") < rowsAsOf;
  const askAgain = useEffectEvent(() => void sums.refetch());
  // biome-ignore lint/correctness/useExhaustiveDependencies: the read time stands for the rows
  useEffect(() => {
    if (isBehind) askAgain();
  }, [isBehind, rowsAsOf]);
}
