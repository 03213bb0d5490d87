import type { TransactionDetail } from "../records.ts";
import { isWireRecord, type WireValue } from "../wire/exact-json.ts";
import { isDetailRecord, toTransactionDetail } from "../wire/transaction-detail.ts";

/** The details of the requested references, ignoring case, and the number of entries that match none of them. */
export function readNamed(
  list: readonly WireValue[],
  asked: readonly string[],
): { named: ReadonlyMap<string, TransactionDetail>; strangers: number } {
  const alone = asked.length === 1 && list.length === 1 ? asked[0] : undefined;
  const answered = new Map<string, TransactionDetail>();
  let strangers = 0;
  for (const entry of list) {
    const detail = isWireRecord(entry) && isDetailRecord(entry) ? toTransactionDetail(entry, alone) : undefined;
    const isAsked = detail && asked.some((reference) => isSame(reference, detail.reference));
    if (isAsked) answered.set(detail.reference, detail);
    else strangers += 1;
  }
  const named = new Map<string, TransactionDetail>();
  for (const reference of asked) {
    const detail = answered.get(reference) ?? [...answered.values()].find((item) => isSame(item.reference, reference));
    if (detail) named.set(reference, { ...detail, reference });
  }
  return { named, strangers };
}

function isSame(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
