const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A ledger lists a payment within seconds, and is not read anew while it is ten seconds old; one that a merchant's trouble kept from being read may take weeks. */
const pauses = [3 * second, 9 * second, 10 * second, 20 * second, minute, 5 * minute, 30 * minute, 3 * hour, 12 * hour];
const triesMax = pauses.length + 40;

/** How long to wait after this many tries before a record is looked for again; undefined: no longer. */
export function pauseAfter(tries: number): number | undefined {
  return pauses[tries - 1] ?? (tries < triesMax ? day : undefined);
}
