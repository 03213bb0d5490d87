/** The steps of the tour, in order. */
export const tourSteps = ["create", "pay", "notified", "find", "open", "refund"] as const;
export type TourStep = (typeof tourSteps)[number];

export type Tour = {
  merchant: string;
  /** Id of the tour's payment link; null until there is one. */
  token: string | null;
  done: readonly TourStep[];
  skipped: readonly TourStep[];
  isFolded: boolean;
};

export function beginTour(merchant: string): Tour {
  return { merchant, token: null, done: [], skipped: [], isFolded: false };
}

/** Parses a stored tour; undefined for anything else. */
export function parseTour(text: string | null): Tour | undefined {
  const stored = readJson(text);
  if (typeof stored !== "object" || stored === null) return undefined;
  const { merchant, token = null, done, skipped, isFolded } = stored as Partial<Record<keyof Tour, unknown>>;
  const isKnown = typeof merchant === "string" && (token === null || typeof token === "string") && typeof isFolded === "boolean";
  return isKnown && isSteps(done) && isSteps(skipped) ? { merchant, token, done, skipped, isFolded } : undefined;
}

function isSteps(value: unknown): value is TourStep[] {
  return Array.isArray(value) && value.every((step) => tourSteps.some((known) => known === step));
}

function readJson(text: string | null): unknown {
  try {
    return JSON.parse(text ?? "null");
  } catch {
    return undefined;
  }
}

/** The first step that is neither completed nor skipped; undefined at the end. */
export function currentStep({ done, skipped }: Tour): TourStep | undefined {
  return tourSteps.find((step) => !done.includes(step) && !skipped.includes(step));
}

/** Returns the same object when none of these steps is new. */
export function withDone(tour: Tour, happened: readonly TourStep[]): Tour {
  const fresh = happened.filter((step) => !tour.done.includes(step));
  return fresh.length === 0 ? tour : { ...tour, done: [...tour.done, ...fresh] };
}
