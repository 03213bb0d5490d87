"use client";

import { useEffect, useEffectEvent } from "react";
import { addressNow, recallPlace, rememberPlace } from "./list-memory.ts";

/** Saves the selection of a list under its address and restores it when the user returns. */
export function useSavedSelection<Kept>(onBack: (kept: Kept) => void): { keep: (selection: Kept) => void } {
  const giveBack = useEffectEvent(() => {
    const kept = recallPlace(addressNow())?.selection;
    if (kept !== undefined) onBack(kept as Kept);
  });
  useEffect(() => giveBack(), []);
  return { keep: (selection) => rememberPlace(addressNow(), { selection }) };
}
