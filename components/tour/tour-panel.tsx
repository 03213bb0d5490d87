"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { IconButton } from "#components/shortcuts/icon-button.tsx";
import { ChevronDown } from "#components/ui/icons.tsx";
import { TourEnd } from "./tour-end.tsx";
import { TourProgress } from "./tour-progress.tsx";
import { currentStep, type Tour, tourSteps } from "./tour-state.ts";
import { TourStepCard } from "./tour-step-card.tsx";
import { changeTour, saveTour } from "./tour-store.ts";
import { useTourProgress } from "./use-tour-progress.ts";
import { useTourTarget } from "./use-tour-target.ts";

/** The sandbox's guided tour, beside the current page. */
export function TourPanel({ tour }: { tour: Tour }) {
  const t = useTranslations("tour");
  const link = useTourProgress(tour);
  const step = currentStep(tour);
  useTourTarget(step, link);
  const { isFolded } = tour;
  const toggle = () => changeTour((shown) => ({ ...shown, isFolded: !shown.isFolded }));
  const progress = step ? t("place", { at: tourSteps.indexOf(step) + 1, count: tourSteps.length }) : t("endTitle");
  return (
    <>
      {isFolded ? null : <div aria-hidden="true" className="h-[55dvh] lg:h-96 print:hidden" />}
      <aside
        aria-label={t("name")}
        className="fixed right-2 bottom-2 z-30 flex max-h-[55dvh] w-[min(23rem,calc(100vw-1rem))] flex-col rounded-lg border border-border bg-surface shadow-lg sm:right-4 sm:bottom-4 lg:right-auto lg:left-[calc(var(--navigation-width)+1rem)] lg:max-h-[min(38rem,calc(100dvh-7rem))] print:hidden"
      >
        <div className="flex items-center gap-2 p-2 pl-4">
          <h2 className="text-section">{t("name")}</h2>
          <span className="text-muted text-xs">{progress}</span>
          <IconButton className="ml-auto" aria-expanded={!isFolded} label={isFolded ? t("unfold") : t("fold")} onPress={toggle}>
            <ChevronDown aria-hidden="true" className={isFolded ? "rotate-180" : ""} />
          </IconButton>
        </div>
        <p role="status" className="sr-only">
          {progress}
          {step ? `: ${t(`steps.${step}.title`)}` : ""}
        </p>
        {isFolded ? null : (
          <div className="flex flex-col gap-3 overflow-y-auto overscroll-contain px-4 pb-4">
            <TourProgress tour={tour} step={step} />
            {step ? <TourStepCard tour={tour} step={step} link={link} /> : <TourEnd tour={tour} link={link} />}
            {step ? (
              <div className="flex flex-wrap gap-2 border-border border-t pt-3">
                <Button
                  size="sm"
                  variant="ghost"
                  onPress={() => changeTour((shown) => ({ ...shown, skipped: [...shown.skipped, step] }))}
                >
                  {t("skip")}
                </Button>
                <Button size="sm" variant="ghost" onPress={() => saveTour(undefined)}>
                  {t("end")}
                </Button>
              </div>
            ) : null}
          </div>
        )}
      </aside>
    </>
  );
}
