"use client";

import { useEffect, useEffectEvent } from "react";
import { addressNow, recallPlace, rememberPlace } from "./list-memory.ts";

/** Saves the selection of a list under its address and restores it when the user returns. */
export function useSavedSelection<Kept>(onBack: (kept: Kept) => void): { keep: (selection: Kept) => void } {
  const restore = useEffectEvent(() => {
    const saved = recallPlace(addressNow())?.selection;
    if (saved !== undefined) onBack(saved as Kept);
  });
  useEffect(() => restore(), []);
  return { keep: (selection) => rememberPlace(addressNow(), { selection }) };
}
