import { hasGoneBack } from "#components/data-table/list-memory.ts";
import type { Confirmed, FileLine } from "#lib/core/shop-orders/order-file.ts";
import type { Shown } from "./shown-order.ts";
import { idleCheck, type OrderCheckRun } from "./use-order-check.ts";

/** Orders of a shop as they were read, with a number that changes with each file. */
export type OrderFile = { id: number; name: string | null; lines: readonly FileLine[] };

/** A check as it stands on the page. */
export type RememberedCheck = { source: OrderFile; confirmed: Confirmed; run: OrderCheckRun; shown: Shown };

type Place = { environment: string; merchant: string | null };

/** The last one alone: it may have a hundred thousand orders. */
let remembered: { of: string; check: RememberedCheck } | undefined;

const nameOf = ({ environment, merchant }: Place) => JSON.stringify([environment, merchant]);

/** Remembers the check in this tab until it is left or reloaded; a running one ends with its page. */
export function rememberCheck(place: Place, check: RememberedCheck | undefined): void {
  remembered = check && { of: nameOf(place), check: check.run.state === "running" ? { ...check, run: idleCheck } : check };
}

/** The check of that address; only after the browser's back or forward, not after a link. */
export function recallCheck(place: Place): RememberedCheck | undefined {
  return remembered?.of === nameOf(place) && hasGoneBack() ? remembered.check : undefined;
}
