"use client";

import { useTranslations } from "next-intl";
import { saveTour } from "./tour-store.ts";
import { useBeginTour } from "./use-begin-tour.ts";
import { useTour } from "./use-tour.ts";

/** Starts the tour, or ends the current one; undefined where there is none. */
export function useTourAction(): { label: string; does: () => void } | undefined {
  const t = useTranslations("tour");
  const begin = useBeginTour();
  const isUnderWay = useTour() !== undefined;
  if (!begin) return undefined;
  return isUnderWay ? { label: t("end"), does: () => saveTour(undefined) } : { label: t("begin"), does: begin };
}
