import type { Intent } from "./payment-storm.ts";

const tills = [
  ["corner-cafe", "81000001"],
  ["corner-cafe", "81000002"],
  ["corner-cafe", "81000003"],
  ["zum-anker", "81000801"],
  ["zum-anker", "81000802"],
] as const;

export const stormMerchants = [...new Set(tills.map(([merchant]) => merchant))];

/** Payments at several terminals: most succeed, amounts ending in 05 are declined and in 06 fail; none stays open. */
export function makeIntents(count: number, random: () => number): Intent[] {
  return Array.from({ length: count }, (_, index) => {
    const [merchant, terminalId] = tills[index % tills.length] ?? tills[0];
    const drawn = 100 + Math.floor(random() * 9_000);
    const amountMinor = drawn % 100 === 7 ? drawn + 1 : drawn;
    return { name: `intent-${index}`, merchant, terminalId, amountMinor };
  });
}
