import { useTranslations } from "next-intl";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import { type Tour, type TourStep, tourSteps } from "./tour-state.ts";

const tones = { done: "success", skipped: "neutral", now: "active", later: "neutral" } as const satisfies Record<string, Tone>;

/** All steps: completed, skipped and current. */
export function TourProgress({ tour, step }: { tour: Tour; step: TourStep | undefined }) {
  const t = useTranslations("tour");
  const stateOf = (item: TourStep) => {
    if (tour.done.includes(item)) return "done";
    if (item === step) return "now";
    return tour.skipped.includes(item) ? "skipped" : "later";
  };
  return (
    <ol aria-label={t("stepsName")} className="flex gap-1">
      {tourSteps.map((item) => {
        const state = stateOf(item);
        return (
          <li
            key={item}
            aria-current={state === "now" ? "step" : undefined}
            className="flex h-7 flex-1 items-center justify-center rounded-md bg-default aria-[current=step]:bg-accent-soft"
          >
            {state === "later" ? (
              <span className="size-1.5 rounded-full bg-muted">
                <span className="sr-only">{t(`steps.${item}.title`)}</span>
              </span>
            ) : (
              <StatusMark tone={tones[state]} isWordHidden>
                {t(`states.${state}`, { title: t(`steps.${item}.title`) })}
              </StatusMark>
            )}
          </li>
        );
      })}
    </ol>
  );
}
