/**
 * The position after an event, "transaction.number", or after everything a database snapshot shows, "xmin:xmax:xip,…"
 * in PostgreSQL's format.
 */
const eventCursor = /^\d{1,19}\.\d{1,18}$/;
const snapshotCursor = /^(\d{1,19}):(\d{1,19}):([\d,]{0,4000})$/;

/** Whether a stream can resume after this cursor. */
export function isLiveCursor(text: string): boolean {
  if (eventCursor.test(text)) return true;
  const [, first, end, running] = snapshotCursor.exec(text) ?? [];
  if (first === undefined || end === undefined) return false;
  const transactions = [first, ...(running ? running.split(",") : []), end].map(BigInt);
  return transactions[0] !== 0n && transactions.every((xid, index) => xid >= (transactions[index - 1] ?? 0n));
}

export function isSnapshot(cursor: string): boolean {
  return cursor.includes(":");
}

/** The transaction of an event, or the oldest one in progress at a snapshot. */
export function transactionOf(cursor: string): bigint {
  return BigInt(cursor.split(/[.:]/, 1)[0] ?? "0");
}

/** Whether a snapshot shows the commit of the event's transaction. */
export function isShown(event: string, snapshot: string): boolean {
  const xid = transactionOf(event);
  const [first = "0", end = "0", running = ""] = snapshot.split(":");
  return xid < BigInt(first) || (xid < BigInt(end) && !running.split(",").includes(String(xid)));
}

/**
 * The cursor for a stream that received this event and everything the previous snapshot showed: the event itself, or
 * the start of the oldest transaction still in progress, in which case some events are sent twice.
 */
export function resumeBehind(event: string, snapshot: string): string {
  const oldest = transactionOf(snapshot);
  return transactionOf(event) < oldest ? event : `${oldest}.0`;
}
