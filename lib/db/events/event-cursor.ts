/**
 * A cursor is the timeline of the database server that it counts by, and a position there: after an event,
 * "transaction.number", or after everything a database snapshot shows, "xmin:xmax:xip,…" in PostgreSQL's format.
 */
export type LiveCursor = { timeline: string | undefined; position: string };

const stamped = /^([\da-f]{12})~(.*)$/;
const eventPosition = /^\d{1,19}\.\d{1,18}$/;
const snapshotPosition = /^(\d{1,19}):(\d{1,19}):([\d,]{0,4000})$/;

/** `timeline` is undefined where the server does not say it. */
export function writeCursor({ timeline, position }: LiveCursor): string {
  return timeline === undefined ? position : `${timeline}~${position}`;
}

/** Undefined for what is no cursor. */
export function readCursor(text: string): LiveCursor | undefined {
  const [, timeline, rest] = stamped.exec(text) ?? [];
  const position = rest ?? text;
  return isPosition(position) ? { timeline, position } : undefined;
}

function isPosition(text: string): boolean {
  if (eventPosition.test(text)) return true;
  const [, first, end, running] = snapshotPosition.exec(text) ?? [];
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
