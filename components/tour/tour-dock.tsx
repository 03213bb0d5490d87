"use client";

import dynamic from "next/dynamic";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { useTour } from "./use-tour.ts";

const TourPanel = dynamic(() => import("./tour-panel.tsx").then(({ TourPanel: Panel }) => Panel), { ssr: false });

/** The tour beside the sandbox's pages; loaded only while one is in progress. */
export function TourDock() {
  const tour = useTour();
  const { environment } = useEnvironment();
  return tour && environment === "sandbox" ? <TourPanel tour={tour} /> : null;
}
