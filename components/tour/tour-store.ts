import { parseTour, type Tour } from "./tour-state.ts";

const key = "counterfoil.tour";
const changed = "counterfoil-tour";

/** The tour of this browser, stored across pages, reloads and tabs. The parsed value is cached so that its identity is stable. */
let known: { text: string | null; tour: Tour | undefined } = { text: null, tour: undefined };

export function readTour(): Tour | undefined {
  const text = readText();
  if (text !== known.text) known = { text, tour: parseTour(text) };
  return known.tour;
}

export function saveTour(tour: Tour | undefined): void {
  try {
    if (tour === undefined) localStorage.removeItem(key);
    else localStorage.setItem(key, JSON.stringify(tour));
  } catch {
    // Without browser storage there is no tour.
  }
  dispatchEvent(new Event(changed));
}

export function changeTour(change: (tour: Tour) => Tour): void {
  const tour = readTour();
  if (tour === undefined) return;
  const next = change(tour);
  if (next !== tour) saveTour(next);
}

/** A payment link was created: the tour continues with it when it waits for one, or for one that can be paid. */
export function noticeLink({ merchant, token }: { merchant: string; token: string }): void {
  changeTour((tour) => (tour.merchant === merchant && !tour.done.includes("pay") ? { ...tour, token } : tour));
}

/** Changes by this tab and by others. */
export function watchTour(listen: () => void): () => void {
  addEventListener(changed, listen);
  addEventListener("storage", listen);
  return () => {
    removeEventListener(changed, listen);
    removeEventListener("storage", listen);
  };
}

function readText(): string | null {
  try {
    return localStorage.getItem(key);
  } catch {
    return null;
  }
}
