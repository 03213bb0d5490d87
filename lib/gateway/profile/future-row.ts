import { findLeastOffset, formatOffset } from "#lib/core/gateway-zone.ts";
import type { Transaction } from "../records.ts";
import type { RecordFact } from "./note-fact.ts";

/** Allowed difference between clocks of one gateway. */
const withinMs = 3 * 60_000;

type Answered = { date: Date | undefined; zone: string; note: RecordFact };

/** A row whose time is after the `Date` of its own response shows that the zone in use is wrong, and the minimum error. */
export function noteFutureRow(rows: readonly Transaction[], { date, zone, note }: Answered): void {
  if (!date) return;
  const [newest] = rows.toSorted((left, right) => (right.occurredAt?.getTime() ?? 0) - (left.occurredAt?.getTime() ?? 0));
  const least = newest && findLeastOffset({ text: newest.occurredAtText, at: date, withinMs }, zone);
  if (!least) return;
  const evidence = `Date: ${date.toISOString()}, date ${newest.occurredAtText}, offset ≥ ${formatOffset(least.offsetMinutes)}`;
  note({ question: "zone", answer: least.zone, evidence, isHint: true });
}
