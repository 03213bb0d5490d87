"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useBeginTour } from "./use-begin-tour.ts";
import { useTour } from "./use-tour.ts";

/** Starts the tour where one is available and none is in progress. */
export function TourButton() {
  const t = useTranslations("tour");
  const begin = useBeginTour();
  const isUnderWay = useTour() !== undefined;
  if (!begin || isUnderWay) return null;
  return (
    <Button size="sm" variant="secondary" onPress={begin}>
      {t("begin")}
    </Button>
  );
}
