/** An event, "transaction.number"; or all that a snapshot of the database shows, "xmin:xmax:xip,…", as PostgreSQL writes it. */
const eventCursor = /^\d{1,19}\.\d{1,18}$/;
const snapshotCursor = /^(\d{1,19}):(\d{1,19}):([\d,]{0,4000})$/;

/** Whether a stream can go on behind it. */
export function isLiveCursor(text: string): boolean {
  if (eventCursor.test(text)) return true;
  const [, first, end, running] = snapshotCursor.exec(text) ?? [];
  if (first === undefined || end === undefined) return false;
  const transactions = [first, ...(running ? running.split(",") : []), end].map(BigInt);
  return transactions[0] !== 0n && transactions.every((xid, at) => xid >= (transactions[at - 1] ?? 0n));
}

export function isSnapshot(cursor: string): boolean {
  return cursor.includes(":");
}

/** The transaction of an event; the oldest that was under way at a snapshot. */
export function transactionOf(cursor: string): bigint {
  return BigInt(cursor.split(/[.:]/, 1)[0] ?? "0");
}

/** Whether what the transaction of an event committed is among what a snapshot shows. */
export function isShown(event: string, snapshot: string): boolean {
  const xid = transactionOf(event);
  const [first = "0", end = "0", running = ""] = snapshot.split(":");
  return xid < BigInt(first) || (xid < BigInt(end) && !running.split(",").includes(String(xid)));
}

/**
 * Behind what a stream goes on that has an event and all that the snapshot before showed: the event, or everything that came
 * since the oldest transaction still under way, of which some is then sent again.
 */
export function resumeBehind(event: string, snapshot: string): string {
  const oldest = transactionOf(snapshot);
  return transactionOf(event) < oldest ? event : `${oldest}.0`;
}
