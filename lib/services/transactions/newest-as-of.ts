/**
 * How new a list of ledger rows is. A row may be newer than the reading of its days: booked while the gateway was asked,
 * fetched by its reference, or of another merchant. "As of" is never a time before a row beneath it.
 */
export function newestAsOf(readAt: Date | undefined, rows: readonly { occurredAt: string }[], nowMs: number): string {
  const times = rows.map(({ occurredAt }) => Date.parse(occurredAt)).filter((time) => time <= nowMs);
  return new Date(times.reduce((newest, time) => Math.max(newest, time), readAt?.getTime() ?? nowMs)).toISOString();
}
