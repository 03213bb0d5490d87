/**
 * The age of a list of transactions. A row may be newer than the reading of its days: booked during the reading, fetched by
 * its reference, or of another merchant. "As of" is never before the time of a row in the list.
 */
export function newestAsOf(readAt: Date | undefined, rows: readonly { occurredAt: string }[], nowMs: number): string {
  const times = rows.map(({ occurredAt }) => Date.parse(occurredAt)).filter((time) => time <= nowMs);
  return new Date(times.reduce((newest, time) => Math.max(newest, time), readAt?.getTime() ?? nowMs)).toISOString();
}
