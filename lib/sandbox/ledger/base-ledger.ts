import { dayMs } from "#lib/core/days.ts";
import type { MerchantProfile } from "../merchant-profile.ts";
import { createCalendar } from "./calendar.ts";
import { composeRow } from "./compose-row.ts";
import { type EventKind, eventKinds, groupRows, parseTemplate, rowClass, type Sign } from "./event-kinds.ts";
import { chance, hash32, pickWeighted } from "./hash.ts";
import { type LedgerRow, toRowId } from "./ledger-row.ts";
import { findEventNumber, findRuidEvent } from "./references.ts";

const spanDays = 400;

/** A row's event before anything is written out: `event` is the place of the event's first row. */
type Slot = { kind: EventKind; offset: number; event: number; type: string; sign: Sign };

export type BaseLedger = {
  /** How many rows exist at this instant. */
  countAt(nowMs: number): number;
  /** The row at this place from the oldest, 0-based. */
  row(index: number): LedgerRow;
  timeOf(index: number): number;
  idOf(index: number): number;
  /** Account, type and sign of a row as the small number of event-kinds.ts. */
  classOf(index: number): number;
  /** Indexes, among the first `count`, of the rows with this payment reference. */
  findReference(reference: string, count: number): number[];
  /** Indexes, among the first `count`, of the rows with this request id. */
  findRuid(ruid: string, count: number): number[];
};

type Options = { profile: MerchantProfile; rows: number; epochMs: number; live: boolean };

/**
 * One merchant's ledger, each row computed from its index alone: a million rows need no memory, and the same seed always gives
 * the same rows. `rows` of them are in the 400 days before the epoch; with `live` more follow at the same rate. Those are no
 * online sales: nobody notifies them, so they are sold by mail or phone, and orders bring the online ones.
 */
export function createBaseLedger({ profile, rows, epochMs, live }: Options): BaseLedger {
  const templates = profile.templates.map(parseTemplate);
  const place = createPlaces(profile);

  const slotAt = (index: number): Slot => {
    const group = Math.floor(index / groupRows);
    const slot = templates[hash32(profile.number, group, 1) % templates.length]?.[index % groupRows];
    if (!slot) throw new Error("A template has no such row.");
    const event = group * groupRows + slot.first;
    const kind = slot.kind === "O" && event >= rows ? "K" : slot.kind;
    const booked = eventKinds[kind].rows[slot.offset] ?? eventKinds[kind].rows[0];
    return { ...booked, kind, offset: slot.offset, event };
  };
  const { timeOfEvent, rowsBy } = createTimes({ profile, rows, epochMs });
  const timeOf = (index: number) => timeOfEvent(slotAt(index).event);
  const idOf = (index: number) => toRowId(timeOf(index), index % 500);
  const row = (index: number) => {
    const slot = slotAt(index);
    const atMs = timeOfEvent(slot.event);
    return composeRow({ profile, ...slot, ...place(slot), atMs, id: toRowId(atMs, index % 500) });
  };
  // A made-up reference may decode to an event far in the future, which would take very long to compute.
  const rowsOfEvent = (event: number | undefined, count: number, fits: (row: LedgerRow) => boolean): number[] =>
    event === undefined || event < 0 ? [] : [event, event + 1].filter((index) => index < count && fits(row(index)));

  return {
    countAt(nowMs) {
      if (rows === 0 || !live || nowMs < epochMs) return rows;
      let count = Math.max(rows, rowsBy(nowMs) - 1);
      // An event's rows become visible together, at their own time: no row appears later with a smaller id.
      while (timeOf(count) <= nowMs) count += 1;
      return count;
    },
    timeOf,
    idOf,
    row,
    classOf(index) {
      const slot = slotAt(index);
      return rowClass(place(slot).account, slot.type, slot.sign);
    },
    findReference: (reference, count) =>
      rowsOfEvent(findEventNumber(profile, reference), count, (found) => found.payment_reference === reference),
    findRuid: (ruid, count) => rowsOfEvent(findRuidEvent(profile, ruid), count, (found) => found.ruid === ruid),
  };
}

function createTimes({ profile, rows, epochMs }: Omit<Options, "live">) {
  const startMs = epochMs - spanDays * dayMs;
  const calendar = createCalendar({ seed: profile.number, startMs, rhythm: profile.rhythm });
  const startWeight = calendar.weightAt(startMs);
  const perRow = rows === 0 ? 0 : (calendar.weightAt(epochMs) - startWeight) / rows;
  const timeOfEvent = (event: number): number => {
    const within = 0.1 + 0.8 * chance(hash32(profile.number, event, 4));
    return calendar.timeAt(startWeight + perRow * (event + within));
  };
  const rowsBy = (ms: number) => Math.floor((calendar.weightAt(ms) - startWeight) / perRow);
  return { timeOfEvent, rowsBy };
}

/** At which terminal and on which account an event is booked. A terminal books on an account of its currency. */
function createPlaces(profile: MerchantProfile): (slot: Slot) => { account: number; terminal: number | null } {
  const weights = profile.accounts.map(({ weight }) => weight);
  const accountsByTerminal = profile.terminals.map(({ currency }) =>
    Math.max(
      0,
      profile.accounts.findIndex((account) => account.currency === currency),
    ),
  );
  return ({ kind, offset, event }) => {
    if ((kind === "S" || kind === "N") && accountsByTerminal.length > 0) {
      const terminal = hash32(profile.number, event, 5) % accountsByTerminal.length;
      return { terminal, account: accountsByTerminal[terminal] ?? 0 };
    }
    const account = pickWeighted(weights, hash32(profile.number, event, 2));
    const isArriving = kind === "T" && offset === 1;
    return { terminal: null, account: isArriving ? (account + 1) % weights.length : account };
  };
}
