import type { MerchantProfile } from "../merchant-profile.ts";
import type { SandboxStorage } from "../storage.ts";
import { AddedRows, type NewRow } from "./added-rows.ts";
import { type BaseLedger, createBaseLedger } from "./base-ledger.ts";
import { matchesClass, type RowFilter } from "./event-kinds.ts";
import type { LedgerRow } from "./ledger-row.ts";
import { mergePage } from "./merge-page.ts";

export type LedgerQuery = RowFilter & {
  fromMs?: number;
  /** Exclusive. */
  toMs?: number;
  /** Only rows with a greater id. */
  afterId?: number;
  ruid?: string;
  /** Rows that are not this old yet are not listed. */
  delayMs?: number;
  order: "Ascending" | "Descending";
  page: number;
  size: number;
};
export type LedgerPage = { rows: LedgerRow[]; total: number };

/** A merchant's whole ledger: the computed rows and those that payments of this sandbox added. */
export type Ledger = {
  list(query: LedgerQuery): Promise<LedgerPage>;
  /** The rows of each reference that has some, oldest first. */
  findReferences(references: readonly string[]): Promise<Map<string, LedgerRow[]>>;
  /** Books rows now, or at an earlier time; ids grow with time. Repeating it changes nothing. */
  book(rows: readonly NewRow[], atMs?: number): Promise<void>;
  /** The computed rows of a time, oldest first: without those that payments added. `sampleMax`: at most about so many, evenly spread. */
  computed(range: { fromMs: number; toMs: number; sampleMax?: number }): Generator<LedgerRow>;
};

type Options = {
  profile: MerchantProfile;
  rows: number;
  epochMs: number;
  live: boolean;
  storage: SandboxStorage;
  now: () => number;
};

export function createLedger({ profile, rows, epochMs, live, storage, now }: Options): Ledger {
  const base = createBaseLedger({ profile, rows, epochMs, live });
  const added = new AddedRows(profile, storage);
  const computed = createComputedMatches(base);
  return {
    async list(query) {
      const { page, size, order, fromMs = 0, toMs, afterId = 0, delayMs = 0 } = query;
      const listedMs = now() - delayMs;
      const matches = computed(query, base.countAt(listedMs));
      const range = { from: fromMs, to: Math.min(toMs ?? Number.POSITIVE_INFINITY, listedMs + 1) };
      const heads = query.ruid === undefined ? (await added.heads(query, range)).filter(({ id }) => id > afterId) : [];
      const total = matches.length + heads.length;
      const isAscending = order === "Ascending";
      const first = (page - 1) * size;
      const span = isAscending
        ? { from: Math.min(first, total), to: Math.min(first + size, total) }
        : { from: Math.max(0, total - first - size), to: Math.max(0, total - first) };
      const merged = mergePage(
        { length: matches.length, idAt: (place) => base.idOf(matches.placeAt(place)) },
        heads.map(({ id }) => id),
        span,
      );
      const keys = merged.flatMap(({ list, place }) => (list === "second" ? (heads[place]?.key ?? []) : []));
      const values = keys.length > 0 ? await added.read(keys) : new Map<string, LedgerRow>();
      const found = merged.flatMap(({ list, place }) =>
        list === "first" ? base.row(matches.placeAt(place)) : (values.get(heads[place]?.key ?? "") ?? []),
      );
      return { rows: isAscending ? found : found.reverse(), total };
    },
    async findReferences(references) {
      const count = base.countAt(now());
      const found = references.flatMap((reference) => base.findReference(reference, count));
      const all = [...found.map((index) => base.row(index)), ...(await added.findReferences(references))];
      return Map.groupBy(all, (row) => row.payment_reference ?? "");
    },
    book: (newRows, atMs = now()) => added.book(atMs, newRows),
    *computed({ fromMs, toMs, sampleMax = Number.POSITIVE_INFINITY }) {
      const { length, placeAt } = computed({ fromMs, toMs, order: "Ascending", page: 1, size: 1 }, base.countAt(now()));
      const step = Math.max(1, Math.floor(length / sampleMax));
      for (let match = 0; match < length; match += step) yield base.row(placeAt(match));
    },
  };
}

/** The computed rows a question is about: how many, and the place of each. */
type Matches = { length: number; placeAt(match: number): number };

function createComputedMatches(base: BaseLedger): (query: LedgerQuery, count: number) => Matches {
  let classes = new Uint16Array(0);
  /** Every row's class is computed once, two bytes each, the first time a filter asks. */
  const classesUpTo = (count: number): Uint16Array => {
    if (classes.length >= count) return classes;
    const grown = new Uint16Array(Math.ceil(count * 1.02));
    grown.set(classes);
    for (let index = classes.length; index < grown.length; index++) grown[index] = base.classOf(index);
    classes = grown;
    return classes;
  };
  return (query, count) => {
    const { fromMs = 0, toMs, afterId = 0, ruid } = query;
    const begin = firstPlace(count, (place) => base.timeOf(place) >= fromMs && base.idOf(place) > afterId);
    const end = toMs === undefined ? count : firstPlace(count, (place) => base.timeOf(place) >= toMs);
    if (ruid !== undefined) {
      const places = base.findRuid(ruid, end).filter((place) => place >= begin);
      return asMatches(places.filter((place) => matchesClass(query, base.classOf(place))));
    }
    if (query.account === undefined && query.sign === undefined && query.types === undefined)
      return { length: Math.max(0, end - begin), placeAt: (match) => begin + match };
    return asMatches(placesThatFit(query, classesUpTo(end), begin, end));
  };
}

function asMatches(places: readonly number[]): Matches {
  return { length: places.length, placeAt: (match) => places[match] ?? 0 };
}

/** The first place for which this holds; it holds for all after it. */
function firstPlace(count: number, holds: (place: number) => boolean): number {
  let low = 0;
  let high = count;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if (holds(middle)) high = middle;
    else low = middle + 1;
  }
  return low;
}

function placesThatFit(filter: RowFilter, classes: Uint16Array, from: number, to: number): number[] {
  const verdicts = new Map<number, boolean>();
  const places: number[] = [];
  for (let index = from; index < to; index++) {
    const of = classes[index] ?? 0;
    const known = verdicts.get(of);
    const fits = known ?? matchesClass(filter, of);
    if (known === undefined) verdicts.set(of, fits);
    if (fits) places.push(index);
  }
  return places;
}
