import type { MerchantProfile } from "../merchant-profile.ts";
import { createCalendar, dayMs } from "./calendar.ts";
import { composeEvent, findEventNumber } from "./compose-event.ts";
import { eventKinds, groupRows, parseTemplate, rowClass } from "./event-kinds.ts";
import { hash32, pickWeighted } from "./hash.ts";
import { type LedgerRow, toRowId } from "./ledger-row.ts";

const spanDays = 400;

export type BaseLedger = {
  /** How many rows exist at this instant. */
  countAt(nowMs: number): number;
  /** The row at this place from the oldest, 0-based. */
  row(index: number): LedgerRow;
  timeOf(index: number): number;
  /** Account, type and sign of a row as the small number of event-kinds.ts. */
  classOf(index: number): number;
  /** Places of the rows with this payment reference. */
  findReference(reference: string): number[];
};

type Options = { profile: MerchantProfile; rows: number; epochMs: number; live: boolean };

/**
 * One merchant's ledger, each row computed from its place alone: a million rows cost no memory, and the same seed gives
 * the same rows for ever. `rows` of them lie in the 400 days before the epoch; alive, the same pace goes on after it.
 */
export function createBaseLedger({ profile, rows, epochMs, live }: Options): BaseLedger {
  const startMs = epochMs - spanDays * dayMs;
  const calendar = createCalendar({ seed: profile.number, startMs, rhythm: profile.rhythm });
  const startWeight = calendar.weightAt(startMs);
  const perRow = rows === 0 ? 0 : (calendar.weightAt(epochMs) - startWeight) / rows;
  const templates = profile.templates.map(parseTemplate);
  const accountWeights = profile.accounts.map(({ weight }) => weight);

  const slotAt = (index: number) => {
    const group = Math.floor(index / groupRows);
    const slots = templates[hash32(profile.number, group, 1) % templates.length] ?? [];
    const slot = slots[index % groupRows];
    if (!slot) throw new Error("A template has no such row.");
    return { ...slot, event: group * groupRows + slot.first };
  };
  const timeOfEvent = (event: number) => calendar.timeAt(startWeight + perRow * (event + 0.5));
  const accountOf = (event: number) => pickWeighted(accountWeights, hash32(profile.number, event, 2));
  const kindRow = (index: number) => {
    const { kind, offset, event } = slotAt(index);
    const row = eventKinds[kind].rows[offset] ?? eventKinds[kind].rows[0];
    return { kind, offset, event, type: row.type, sign: row.sign };
  };

  const ledger: BaseLedger = {
    countAt(nowMs) {
      if (rows === 0 || !live || nowMs <= epochMs) return rows;
      return Math.max(rows, Math.floor((calendar.weightAt(nowMs) - startWeight) / perRow - 0.5));
    },
    timeOf: (index) => timeOfEvent(slotAt(index).event),
    classOf(index) {
      const { event, type, sign } = kindRow(index);
      return rowClass(accountOf(event), type, sign);
    },
    row(index) {
      const { kind, offset, event, type, sign } = kindRow(index);
      const atMs = timeOfEvent(event);
      return composeEvent({
        profile,
        event,
        kind,
        offset,
        type,
        sign,
        atMs,
        account: accountOf(event),
        id: toRowId(atMs, index % 500),
      });
    },
    findReference(reference) {
      const event = findEventNumber(profile, reference);
      if (event === undefined || event < 0) return [];
      const places: number[] = [];
      for (let index = event; index < event + 2; index++)
        if (ledger.row(index).payment_reference === reference) places.push(index);
      return places;
    },
  };
  return ledger;
}
