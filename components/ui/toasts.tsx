"use client";

import { useEffect, useSyncExternalStore } from "react";
import { whenIdle } from "#lib/queries/when-idle.ts";
import { loadToasts, toastRegion } from "./toast.ts";

/** Mount point of toasts, once for the whole app. Their code is loaded before the first one, which may say that the network failed. */
export function Toasts() {
  const Region = useSyncExternalStore(toastRegion.subscribe, toastRegion.read, () => undefined);
  useEffect(() => whenIdle(() => void loadToasts()), []);
  return Region ? <Region /> : null;
}
