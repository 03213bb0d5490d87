"use client";

import { useSyncExternalStore } from "react";
import { toastRegion } from "./toast.ts";

/** Mount point of toasts, once for the whole app. */
export function Toasts() {
  const Region = useSyncExternalStore(toastRegion.subscribe, toastRegion.read, () => undefined);
  return Region ? <Region /> : null;
}
