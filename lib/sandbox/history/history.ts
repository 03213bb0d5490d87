import { setImmediate as nextTurn } from "node:timers/promises";
import { dayMs } from "#lib/core/days.ts";
import { type StoreKeys, storeKeys } from "../checkout/store-keys.ts";
import type { RecordKind } from "../storage.ts";
import type { World } from "../world.ts";
import { bookPastPayments, listPastPayments, type PastPayment, type ReferenceOf } from "./past-payments.ts";
import { listPastSales, notifyPastSale, type PastNotification } from "./past-sales.ts";

/** Some days of the history, complete from `firstDay` on. */
export type HistoryStep = { notifications: PastNotification[]; firstDay: string; next: Progress };

/** What happened before this sandbox was started. Repeating any call changes nothing. */
export type History = {
  /** Books the past payments; before anybody reads the ledger. The day after the history, or undefined when it is complete. */
  begin(): Promise<string | undefined>;
  /** The next days, newest first; undefined when all are done. */
  next(): Promise<HistoryStep | undefined>;
  /** Notes that the days of this step are stored. */
  finish(step: HistoryStep): Promise<void>;
  payments(): Promise<PastPayment[]>;
};

/** `days` are done, counted back from the day the history ends; `count` notifications were made. */
type Progress = { endsAt: number; days: number; count: number; isComplete: boolean };

const [kind, key]: [RecordKind<Progress>, string] = ["history", "history"];
const daysMax = 90;
const notificationsMax = 3_000;
const stepMin = 100;

export function openHistory(world: World, referenceOf: ReferenceOf): History {
  const read = async () => (await world.storage.find(kind, key))?.value;
  const range = ({ endsAt }: Progress) => ({ fromMs: startOfDay(endsAt) - (daysMax - 1) * dayMs, toMs: endsAt });
  return {
    async begin() {
      const value = { endsAt: world.now(), days: 0, count: 0, isComplete: false };
      await world.storage.insert({ kind, key, group: "", at: value.endsAt, tag: "", value });
      const progress = (await read()) ?? value;
      if (progress.isComplete) return undefined;
      await bookPastPayments(world, range(progress), referenceOf);
      return toDay(startOfDay(progress.endsAt) + dayMs);
    },
    async next() {
      const progress = await read();
      return progress && !progress.isComplete ? nextStep(world, progress) : undefined;
    },
    async finish({ next }) {
      await world.storage.saveMany([{ kind, key, group: "", at: next.endsAt, tag: "", value: next }]);
    },
    async payments() {
      const progress = await read();
      return progress ? listPastPayments(world, range(progress), referenceOf) : [];
    },
  };
}

/** Whole days, until there are some notifications. A day that would exceed the most is left out, and with it all before. */
async function nextStep(world: World, { endsAt, ...done }: Progress): Promise<HistoryStep> {
  const pairs = new Map<string, StoreKeys>();
  const notifications: PastNotification[] = [];
  let { days } = done;
  let isFull = false;
  while (days < daysMax && !isFull && notifications.length < stepMin) {
    const fromMs = startOfDay(endsAt) - days * dayMs;
    const sales = await listPastSales(world, { fromMs, toMs: Math.min(endsAt, fromMs + dayMs) });
    isFull = done.count + notifications.length + sales.length > notificationsMax;
    if (isFull) break;
    for (const sale of sales) {
      const { slug } = sale.profile;
      const pair = pairs.get(slug) ?? (await storeKeys(world, slug));
      pairs.set(slug, pair);
      notifications.push(notifyPastSale(sale, pair));
      // A signature takes about a millisecond: pages are served between two of them.
      await nextTurn();
    }
    days += 1;
  }
  const count = done.count + notifications.length;
  const next = { endsAt, days, count, isComplete: isFull || days === daysMax };
  return { notifications, firstDay: toDay(startOfDay(endsAt) - (days - 1) * dayMs), next };
}

function startOfDay(ms: number): number {
  return Math.floor(ms / dayMs) * dayMs;
}

function toDay(ms: number): string {
  return new Date(ms).toISOString().slice(0, 10);
}
