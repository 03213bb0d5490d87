const second = 1_000;
const minute = 60 * second;
const hour = 60 * minute;
const day = 24 * hour;

/** A ledger lists a payment within seconds, and its readings stay fresh for ten seconds; a failing merchant may take weeks. */
const pauses = [3 * second, 9 * second, 10 * second, 20 * second, minute, 5 * minute, 30 * minute, 3 * hour, 12 * hour];
const triesMax = pauses.length + 40;

/** The pause after this many attempts before the next search; undefined: no further search. */
export function pauseAfter(tries: number): number | undefined {
  return pauses[tries - 1] ?? (tries < triesMax ? day : undefined);
}
