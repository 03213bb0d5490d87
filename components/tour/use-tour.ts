"use client";

import { useSyncExternalStore } from "react";
import type { Tour } from "./tour-state.ts";
import { readTour, watchTour } from "./tour-store.ts";

/** The current tour; undefined without one, and on the server. */
export function useTour(): Tour | undefined {
  return useSyncExternalStore(watchTour, readTour, () => undefined);
}
