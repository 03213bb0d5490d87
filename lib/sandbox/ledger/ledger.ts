import type { MerchantProfile } from "../merchant-profile.ts";
import type { Json, SandboxStorage } from "../storage.ts";
import { createBaseLedger } from "./base-ledger.ts";
import { matchesClass, type RowFilter, rowClass } from "./event-kinds.ts";
import { type LedgerRow, toRowId } from "./ledger-row.ts";

export type LedgerQuery = RowFilter & {
  fromMs?: number;
  toMs?: number;
  afterId?: number;
  order: "Ascending" | "Descending";
  page: number;
  size: number;
};
export type LedgerPage = { rows: LedgerRow[]; total: number };

/** A merchant's whole ledger: the computed rows and those that payments of this sandbox added. */
export type Ledger = {
  list(query: LedgerQuery): Promise<LedgerPage>;
  findReference(reference: string): Promise<LedgerRow[]>;
  /** Books rows now; ids grow with time. */
  book(rows: readonly Omit<LedgerRow, "id">[]): Promise<void>;
};

const kind = "ledger";

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
  const accountIndex = new Map(profile.accounts.map(({ accountNumber }, index) => [accountNumber, index]));
  let classes = new Uint16Array(0);

  /** The first place whose row is not before this instant. */
  const placeAt = (ms: number, count: number): number => {
    let low = 0;
    let high = count;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (base.timeOf(middle) < ms) low = middle + 1;
      else high = middle;
    }
    return low;
  };
  const classesUpTo = (count: number): Uint16Array => {
    if (classes.length < count) {
      const grown = new Uint16Array(Math.ceil(count * 1.02));
      grown.set(classes);
      for (let index = classes.length; index < grown.length; index++) grown[index] = base.classOf(index);
      classes = grown;
    }
    return classes;
  };

  return {
    async list(query) {
      const [first, last] = rangeOf(query);
      const count = base.countAt(now());
      const from = placeAt(first, count);
      const to = last === undefined ? count : placeAt(last, count);
      const extras = (
        await readExtras(storage, profile.slug, { from: first, ...(last === undefined ? {} : { to: last }) })
      ).filter((row) => matchesClass(query, rowClass(accountIndex.get(row.account_number) ?? 0, row.transaction_type, row.sign)));
      const places = isUnfiltered(query) ? undefined : matchingPlaces(query, classesUpTo(to), from, to);
      const baseTotal = places?.length ?? to - from;
      const timeOfMatch = (at: number) => base.timeOf(places ? (places[at] ?? 0) : from + at);
      const merged = mergePositions(extras, baseTotal, timeOfMatch);
      const total = baseTotal + extras.length;
      const page: LedgerRow[] = [];
      for (let at = (query.page - 1) * query.size; at < Math.min(query.page * query.size, total); at++) {
        const position = query.order === "Ascending" ? at : total - 1 - at;
        const extra = merged.get(position);
        if (extra) page.push(extra.row);
        else {
          const match = position - extrasBefore(merged, position);
          page.push(base.row(places ? (places[match] ?? 0) : from + match));
        }
      }
      return { rows: page, total };
    },
    async findReference(reference) {
      const count = base.countAt(now());
      const computed = base
        .findReference(reference)
        .filter((index) => index < count)
        .map((index) => base.row(index));
      const extras = await readExtras(storage, profile.slug, {});
      return [...computed, ...extras.filter((row) => row.payment_reference === reference)];
    },
    async book(added) {
      const atMs = now();
      const [sequence = 0] = await storage.increment([`ledger-sequence:${profile.slug}`]);
      for (const [offset, row] of added.entries()) {
        const id = toRowId(atMs, 500 + ((sequence * 4 + offset) % 500));
        await storage.insert({
          kind,
          key: `${profile.slug}:${id}`,
          group: profile.slug,
          at: atMs,
          tag: row.payment_reference ?? "",
          value: { ...row, id } as Json,
        });
      }
    },
  };
}

/** First instant and exclusive last one; `afterId` moves the first behind that row's millisecond when the rest of it is unknown. */
function rangeOf({ fromMs = 0, toMs, afterId }: LedgerQuery): [number, number | undefined] {
  const afterMs = afterId === undefined ? 0 : Math.floor(afterId / 1_000) + 1;
  return [Math.max(fromMs, afterMs), toMs];
}

function isUnfiltered({ account, sign, types }: RowFilter): boolean {
  return account === undefined && sign === undefined && types === undefined;
}

function matchingPlaces(filter: RowFilter, classes: Uint16Array, from: number, to: number): number[] {
  const verdicts = new Map<number, boolean>();
  const places: number[] = [];
  for (let index = from; index < to; index++) {
    const of = classes[index] ?? 0;
    let fits = verdicts.get(of);
    if (fits === undefined) {
      fits = matchesClass(filter, of);
      verdicts.set(of, fits);
    }
    if (fits) places.push(index);
  }
  return places;
}

async function readExtras(storage: SandboxStorage, slug: string, range: { from?: number; to?: number }): Promise<LedgerRow[]> {
  const records = await storage.list(kind, { group: slug, ...range, limit: 100_000 });
  return records.map(({ value }) => value as unknown as LedgerRow);
}

type Placed = { row: LedgerRow; before: number };

/** Each added row at its place in the whole, oldest first; a tie stands behind the computed row. */
function mergePositions(extras: readonly LedgerRow[], baseTotal: number, timeOf: (at: number) => number): Map<number, Placed> {
  const placed = new Map<number, Placed>();
  for (const [before, row] of extras.entries()) {
    const atMs = Math.floor(row.id / 1_000);
    let low = 0;
    let high = baseTotal;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (timeOf(middle) <= atMs) low = middle + 1;
      else high = middle;
    }
    placed.set(low + before, { row, before });
  }
  return placed;
}

function extrasBefore(placed: ReadonlyMap<number, Placed>, position: number): number {
  let count = 0;
  for (const at of placed.keys()) {
    if (at >= position) break;
    count += 1;
  }
  return count;
}
