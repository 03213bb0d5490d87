import { type Entry, encodeEntries } from "#lib/notifications/testing/sign.ts";
import { type Case, invalid, ok } from "./cases.ts";
import { otherOrder, sid } from "./entry-points.ts";
import { payment, signature, signed } from "./genuine-cases.ts";

/** A payment notification with the names of the other field order first. */
function reordered(store = "S7", changes: Parameters<typeof payment>[1] = {}): Entry[] {
  const entries = payment([], changes);
  const known = new Map<string, string | Uint8Array>([...entries, ["StoreID", store]]);
  return [...otherOrder.map((name): Entry => [name, known.get(name) ?? ""]), ...entries.slice(5)];
}

/** Other names with the signature of a message that has the same signed text. */
const renamed = (entries: readonly Entry[], split: readonly Entry[]) =>
  Buffer.from(encodeEntries([...split, signature(entries)]));

/** The start of a text whose order number is `X-<sid>-999.00-EUR-Y`, misread as a payment of 999.00 for the order Y. */
function dear(): Buffer {
  const entries = payment([], { orderId: `X-${sid}-999.00-EUR-Y`, amount: "1.00" });
  const front: Entry[] = [
    ["IPCmethod", "IPCPurchaseNotify"],
    ["SID", sid],
    ["StoreID", `1.00-EUR-X-${sid}`],
    ["Amount", "999.00"],
    ["Currency", "EUR"],
    ["OrderID", "Y"],
  ];
  return renamed(entries, [...front, ...entries.slice(5)]);
}

/** An amount in the field of the store: then there is no amount to compare. */
function hidden(): Buffer {
  const entries = payment();
  return renamed(
    entries,
    entries.map(([name, value]) => [name === "Amount" ? "StoreID" : name, value]),
  );
}

export const orderGenuineCases: readonly Case[] = [
  { name: "the other field order where it is in force", isOtherOrder: true, body: signed(reordered()), ...ok },
  {
    name: "the other field order without an amount",
    isOtherOrder: true,
    body: signed(reordered().filter(([name]) => name !== "Amount")),
    ...ok,
  },
];

export const orderForgedCases: readonly Case[] = [
  { name: "the other field order where the usual one is in force", body: signed(reordered()), ...invalid("layout") },
  {
    name: "the usual field order where the other one is in force",
    isOtherOrder: true,
    body: signed(payment()),
    ...invalid("layout"),
  },
  { name: "a dash in an added name", isOtherOrder: true, body: signed(reordered("a-b")), ...invalid("format") },
  { name: "an order number that is another payment", isOtherOrder: true, body: dear(), ...invalid("layout", "format") },
  { name: "an amount under an added name", isOtherOrder: true, body: hidden(), ...invalid("layout") },
];
