"use client";

import { useEffect, useEffectEvent } from "react";
import { addressNow, recallPlace, rememberPlace } from "./list-memory.ts";

/** Keeps what is selected of a list under its address, and gives it back to who returns to it. */
export function useSavedSelection<Kept>(onBack: (kept: Kept) => void): { keep: (selection: Kept) => void } {
  const giveBack = useEffectEvent(() => {
    const kept = recallPlace(addressNow())?.selection;
    if (kept !== undefined) onBack(kept as Kept);
  });
  useEffect(() => giveBack(), []);
  return { keep: (selection) => rememberPlace(addressNow(), { selection }) };
}
