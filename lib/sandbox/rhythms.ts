import type { Rhythm } from "./ledger/calendar.ts";

/** Weights from Sunday to Saturday. */
export const everyDay = [0.8, 0.9, 1, 1, 1.05, 1.25, 1.2];
export const workDays = [0.35, 1.2, 1.15, 1.1, 1.1, 1, 0.5];
export const weekendShop = [1.3, 0.5, 0.6, 0.8, 1, 1.6, 1.8];

/** Weights of the hours 0 to 23, UTC. Never 0: somebody pays at every hour. */
export const cafeHours = [
  0.01, 0.01, 0.01, 0.01, 0.02, 0.2, 1.2, 2.6, 3, 2.2, 1.8, 2.4, 3, 2.2, 1.6, 1.4, 1.1, 0.7, 0.4, 0.2, 0.1, 0.05, 0.02, 0.01,
];
export const shopHours = [
  0.01, 0.01, 0.01, 0.01, 0.01, 0.02, 0.1, 0.4, 1.4, 2, 2.2, 2, 1.4, 1.5, 2, 2.4, 2.6, 2.2, 1, 0.3, 0.1, 0.05, 0.02, 0.01,
];
export const webHours = [
  0.4, 0.2, 0.1, 0.1, 0.1, 0.3, 0.6, 1, 1.3, 1.5, 1.6, 1.6, 1.7, 1.6, 1.5, 1.5, 1.6, 1.8, 2.2, 2.5, 2.3, 1.7, 1.1, 0.7,
];
export const hotelHours = [
  0.2, 0.1, 0.05, 0.02, 0.02, 0.1, 0.5, 1.2, 1.6, 1.4, 1.1, 1.3, 1.6, 1.3, 1, 1, 1.4, 2.2, 3, 3.2, 2.6, 1.8, 1, 0.5,
];
export const nightHours = [
  2.2, 1.8, 1.3, 0.9, 0.8, 0.9, 1.2, 1.4, 1.2, 1, 1, 1.1, 1.2, 1.2, 1.2, 1.3, 1.4, 1.5, 1.6, 1.8, 2.2, 2.6, 2.8, 2.6,
];

export function rhythm(weekdays: readonly number[], hours: readonly number[]): Rhythm {
  return { weekdays, hours };
}
