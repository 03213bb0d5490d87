import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  createSigner,
  type Entry,
  encodeEntries,
  notifyEntries,
  returnEntries,
  rollbackEntries,
  signEntries,
} from "../testing/sign.ts";
import { actingMethods, type EntryPoint } from "./accepted-names.ts";
import { explainDifference } from "./explain.ts";
import { defaultFieldOrder, type FieldOrder, isFieldOrder } from "./field-order.ts";
import { parseForm } from "./form.ts";
import { verifyNotification } from "./verify.ts";

const signer = createSigner();
const sid = "000000000000010";
const storeSecond = ["IPCmethod", "StoreID", "SID", "Amount", "Currency", "OrderID"];
const storeThird = ["IPCmethod", "SID", "StoreID", "Amount", "Currency", "OrderID"];
const beforeCurrency = ["IPCmethod", "SID", "Amount", "StoreID", "Currency", "OrderID"];
const fourMore = ["IPCmethod", "A", "B", "C", "D", "SID", "Amount", "Currency", "OrderID"];

type Options = {
  order?: FieldOrder | null;
  methods?: readonly string[];
  earlier?: readonly FieldOrder[];
  strictLayout?: boolean;
  entryPoint?: EntryPoint;
};

function verifyEntries(
  entries: readonly Entry[],
  { order = null, methods = actingMethods, earlier = [], strictLayout = true, entryPoint = "notify" }: Options = {},
) {
  const body = encodeEntries([...entries, ["Signature", signEntries(entries, signer.privateKey)]]);
  const fieldOrder = order && { names: order, methods, earlier };
  const rules = { keys: [signer.key], sid, strictLayout, fieldOrder, entryPoint };
  const verification = verifyNotification(parseForm(Buffer.from(body)) ?? [], rules);
  return { ...verification, said: explainDifference(verification, rules)?.message };
}

/** The entries in a field order; what it adds gets these values, and "7" without. */
function inOrder(order: FieldOrder, entries: readonly Entry[] = notifyEntries(), added: Record<string, string> = {}): Entry[] {
  const known = new Map(entries);
  const front = order.map((name): Entry => [name, known.get(name) ?? added[name] ?? "7"]);
  return [...front, ...entries.filter(([name]) => !order.includes(name))];
}

/** Splits the signed text of the entries at other dashes, into as many values as there are names. */
function resplit(entries: readonly Entry[], split: readonly Entry[]): Entry[] {
  const join = (list: readonly Entry[]) => list.map(([, value]) => String(value)).join("-");
  if (join(split) !== join(entries)) throw new Error("not the same signed text");
  return [...split];
}

const without = (name: string, entries: readonly Entry[]) => entries.filter(([each]) => each !== name);

describe("a message in the accepted order is valid", () => {
  test.each([storeSecond, storeThird, beforeCurrency, fourMore])("%s %s %s %s %s %s", (...order) => {
    expect(verifyEntries(inOrder(order), { order })).toMatchObject({ verdict: "valid", reasons: [] });
    expect(verifyEntries(inOrder(order, returnEntries("IPCPurchaseOK")), { order, entryPoint: "return" }).verdict).toBe("valid");
    expect(verifyEntries(inOrder(order)).reasons).toEqual(["layout"]);
  });

  test("it applies to the methods it was accepted for; all others use the default order", () => {
    const [order, methods] = [storeThird, ["IPCPurchaseNotify"]];
    expect(verifyEntries(inOrder(order), { order, methods }).reasons).toEqual([]);
    expect(verifyEntries(rollbackEntries(), { order, methods }).reasons).toEqual([]);
    expect(verifyEntries(inOrder(order, rollbackEntries()), { order, methods }).reasons).toEqual(["layout"]);
    expect(
      verifyEntries(inOrder(order, returnEntries("IPCPurchaseOK")), { order, methods, entryPoint: "return" }).reasons,
    ).toEqual([]);
    const reserved = returnEntries("IPCPreAuthorizationOK");
    expect(verifyEntries(reserved, { order, methods, entryPoint: "return" }).reasons).toEqual([]);
  });

  test("after returning to the default order it applies to all methods", () => {
    const back = { order: defaultFieldOrder, methods: [], earlier: [storeThird] };
    expect(verifyEntries(notifyEntries(), back).reasons).toEqual([]);
    expect(verifyEntries(inOrder(storeThird), back).reasons).toEqual(["layout"]);
  });

  test("Amount may be missing right before Currency, and nowhere else", () => {
    const order = storeSecond;
    expect(verifyEntries(without("Amount", inOrder(order)), { order }).reasons).toEqual([]);
    const noCurrency = without("Currency", without("Amount", inOrder(order)));
    expect(verifyEntries(noCurrency, { order }).said).toContain('Field 4 must be Amount; received "OrderID".');
    const noOrder = without("OrderID", without("Amount", inOrder(order)));
    expect(verifyEntries(noOrder, { order }).said).toContain('Field 5 must be OrderID; received "IPC_Trnref".');
    const apart = ["IPCmethod", "StoreID", "SID", "Amount", "TipID", "Currency", "OrderID"];
    expect(verifyEntries(inOrder(apart), { order: apart }).reasons).toEqual([]);
    expect(verifyEntries(without("Amount", inOrder(apart)), { order: apart }).reasons).toEqual(["layout"]);
  });
});

// Attack: goods for 999.00 with a payment of 1.00, by an order number that the customer typed.
describe("`OrderID = X-<sid>-999.00-EUR-Y`, signed in the usual order and presented under a new order", () => {
  const paid = notifyEntries({ orderId: `X-${sid}-999.00-EUR-Y`, amount: "1.00" });
  const rest = paid.slice(5);
  const dear: Entry[] = [["SID", sid], ["Amount", "999.00"], ["Currency", "EUR"], ["OrderID", "Y"], ...rest];

  test("is refused where one name is added, whose value would contain a dash", () => {
    const split = resplit(paid, [["IPCmethod", "IPCPurchaseNotify"], ["StoreID", `${sid}-1.00-EUR-X`], ...dear]);
    expect(verifyEntries(split, { order: storeSecond })).toMatchObject({
      reasons: ["format"],
      said: "StoreID must be 1 to 32 letters, digits, points or underscores.",
    });
    const [method = ["", ""], store = ["", ""], ...others] = dear;
    const third = [["IPCmethod", "IPCPurchaseNotify"], method, ["StoreID", `1.00-EUR-X-${sid}`], store, ...others] as const;
    expect(verifyEntries(resplit(paid, third), { order: storeThird }).reasons).toContain("format");
  });

  test("is refused where the number of added names matches its values", () => {
    const added: Entry[] = [
      ["A", sid],
      ["B", "1.00"],
      ["C", "EUR"],
      ["D", "X"],
    ];
    const split = resplit(paid, [["IPCmethod", "IPCPurchaseNotify"], ...added, ...dear]);
    expect(verifyEntries(split, { order: fourMore })).toMatchObject({
      reasons: ["layout"],
      said: "In another field order the same values mean another amount, currency or order number, so we can't trust them.",
    });
  });

  // Attack: goods for 999.00 with a card that was only stored.
  test("is refused where the message had no amount", () => {
    const stored = without("Amount", notifyEntries({ orderId: "999.00-EUR-Y" }));
    const split = resplit(stored, [["IPCmethod", "IPCPurchaseNotify"], ["SID", sid], ["StoreID", "EUR"], ...dear.slice(1)]);
    expect(verifyEntries(split, { order: storeThird }).reasons).toEqual(["layout"]);
  });
});

/** The first values of a message under these names, and its rest. */
const named = (names: FieldOrder, values: readonly string[], rest: readonly Entry[]): Entry[] => [
  ...names.map((name, at): Entry => [name, values[at] ?? ""]),
  ...rest,
];

describe("a signed text under other names than those of the gateway", () => {
  const rest = notifyEntries().slice(5);
  const method = "IPCPurchaseNotify";
  const dearSplit = (values: readonly string[], order: FieldOrder) =>
    named(order, [method, ...values, "999.00", "EUR", "Y"], rest);

  // Attack: another customer's order marked as paid, by an order number of the attacker's choice and an equal amount.
  test("is refused where only the order number differs", () => {
    const paid = notifyEntries({ orderId: `X-${sid}-200.00-EUR-VICTIM`, amount: "200.00" });
    const split = named(fourMore, [method, sid, "200.00", "EUR", "X", sid, "200.00", "EUR", "VICTIM"], rest);
    expect(verifyEntries(resplit(paid, split), { order: fourMore })).toMatchObject({
      reasons: ["layout"],
      said: "In another field order the same values mean another amount, currency or order number, so we can't trust them.",
    });
  });

  // Attack: goods of this store for 999.00 with a payment of 1.00 to another store whose messages the same key signs.
  test("is refused where another store's message is read as this store's", () => {
    const foreign = "000000000000099";
    const paid = notifyEntries({ sid: foreign, amount: "1.00", orderId: `X-${sid}-999.00-EUR-Y` });
    const split = dearSplit([foreign, "1.00", "EUR", "X", sid], fourMore);
    expect(verifyEntries(resplit(paid, split), { order: fourMore }).reasons).toEqual(["layout"]);
  });

  // Attack: the same, where the amount paid at the other store equals this store's number.
  test("is refused where another store's amount equals this store's number", () => {
    const order = ["IPCmethod", "A", "SID", "B", "C", "Amount", "Currency", "OrderID"];
    const paid = notifyEntries({ sid: "99", amount: sid, orderId: "X-999.00-EUR-Y" });
    const split = dearSplit(["99", sid, "EUR", "X"], order);
    expect(verifyEntries(resplit(paid, split), { order }).reasons).toEqual(["layout"]);
  });

  // Attack: goods for 999.00, by an amount or a currency that the current rules would reject in the default order.
  test.each([
    ["1.005", "EUR"],
    ["1.00", "XQQ"],
  ])("is refused where the default order reads %s %s, which it would reject", (amount, currency) => {
    const order = ["IPCmethod", "SID", "A", "B", "C", "Amount", "Currency", "OrderID"];
    const paid = notifyEntries({ amount, currency, orderId: "X-999.00-EUR-Y" });
    const split = dearSplit([sid, amount, currency, "X"], order);
    expect(verifyEntries(resplit(paid, split), { order }).reasons).toEqual(["layout"]);
  });

  // Attack: goods for 999.00 with a payment of 1.00 from the time of an order that was accepted before this one.
  test("is refused where an order accepted before reads it differently", () => {
    const order = ["IPCmethod", "SID", "A", "B", "C", "D", "Amount", "Currency", "OrderID"];
    const paid = inOrder(storeThird, notifyEntries({ amount: "1.00", orderId: "X-999.00-EUR-Y" }), { StoreID: "S7" });
    const split = dearSplit([sid, "S7", "1.00", "EUR", "X"], order);
    expect(verifyEntries(resplit(paid, split), { order }).reasons).toEqual([]);
    expect(verifyEntries(resplit(paid, split), { order, earlier: [storeThird] }).reasons).toEqual(["layout"]);
  });

  // Attack: a stored card with an unknown currency, read as a payment.
  test("a new value of three letters is refused: it may be a currency", () => {
    const letters = inOrder(storeThird, notifyEntries(), { StoreID: "SOF" });
    expect(verifyEntries(letters, { order: storeThird }).reasons).toEqual(["layout"]);
  });
});

describe("an old message after another order was accepted", () => {
  test.each([storeSecond, storeThird, beforeCurrency, fourMore])(
    "is refused under its own names: %s %s %s %s %s %s",
    (...order) => {
      expect(verifyEntries(notifyEntries(), { order }).reasons).toEqual(["layout"]);
      expect(verifyEntries(returnEntries("IPCPurchaseOK"), { order, entryPoint: "return" }).reasons).toEqual(["layout"]);
    },
  );

  // Attack: a payment of 200.00 without an amount, so that it cannot be compared.
  test("is refused under new names that hide its amount", () => {
    const old = notifyEntries();
    const hidden = old.map<Entry>(([name, value]) => [name === "Amount" ? "StoreID" : name, value]);
    expect(verifyEntries(hidden, { order: storeThird }).reasons).toEqual(["layout"]);
  });
});

// Attack: the store's number as the amount, or a part of the order number as the order.
describe("a new message under the default order", () => {
  test.each([storeSecond, storeThird, beforeCurrency, fourMore])(
    "is refused under its own names: %s %s %s %s %s %s",
    (...order) => {
      expect(verifyEntries(inOrder(order)).reasons).toEqual(["layout"]);
    },
  );

  test("is refused under the default names", () => {
    const [method = ["", ""], store = ["", ""], third = ["", ""], amount = ["", ""], , order = ["", ""], ...rest] =
      inOrder(storeThird);
    const split: Entry[] = [
      method,
      store,
      ["Amount", third[1]],
      ["Currency", `${amount[1]}-EUR`],
      ["OrderID", order[1]],
      ...rest,
    ];
    expect(verifyEntries(resplit(inOrder(storeThird), split)).reasons).toEqual(["format"]);
  });
});

// Attack: other values hidden in a value that is never compared.
test.each(["1-2", "-", "", "x".repeat(33), "a b", "€", "1\n"])("an added name with the value %j is refused", (value) => {
  const entries = inOrder(storeThird, notifyEntries(), { StoreID: value });
  expect(verifyEntries(entries, { order: storeThird }).reasons).toContain("format");
});

test.each([
  ["IPCmethod", ""],
  ["SID", ""],
  ["Currency", ""],
  ["OrderID", ""],
])("%s is never empty, in any order", (name, value) => {
  for (const order of [storeSecond, beforeCurrency]) {
    const entries = inOrder(order).map<Entry>((entry) => (entry[0] === name ? [name, value] : entry));
    expect(verifyEntries(entries, { order }).verdict).toBe("invalid");
  }
});

test.each<[string, FieldOrder, boolean]>([
  ["the usual one", defaultFieldOrder, true],
  ["one with a name added", storeThird, true],
  ["one in which usual names change places", ["IPCmethod", "Amount", "SID", "Currency", "OrderID"], true],
  ["with a name between Currency and OrderID", ["IPCmethod", "SID", "Amount", "Currency", "StoreID", "OrderID"], false],
  ["with Amount between Currency and OrderID", ["IPCmethod", "SID", "Currency", "Amount", "OrderID"], false],
  ["that is empty", [], false],
  ["without a name", ["IPCmethod", "SID", "Currency", "OrderID"], false],
  ["with the method in second place", ["A", "IPCmethod", "SID", "Amount", "Currency", "OrderID"], false],
  ["that goes on behind OrderID", [...defaultFieldOrder, "A"], false],
  ["with a name twice", ["IPCmethod", "SID", "sid", "Amount", "Currency", "OrderID"], false],
  ["with a name that is none", ["IPCmethod", "SID", "A-B", "Amount", "Currency", "OrderID"], false],
  ["with more names than are taken", ["IPCmethod", ..."abcdefghijkl", "SID", "Amount", "Currency", "OrderID"], false],
])("an order %s: %s may be accepted is %s", (_, order, expected) => {
  expect(isFieldOrder(order)).toBe(expected);
});

// Attack: goods for more than was paid, or for another currency, by any order number that a customer may type.
test("no message of the default order gets another amount, currency or order under a new one, however it is split", () => {
  const part = fc.constantFrom(sid, "999.00", "1", "EUR", "JPY", "X", "7", "IPCPurchaseNotify", "");
  const paid = fc.record({
    amount: fc.constantFrom("1.00", "200.00", "7", ""),
    hasAmount: fc.boolean(),
    currency: fc.constantFrom("EUR", "JPY"),
    orderId: fc.array(part, { minLength: 1, maxLength: 6 }).map((parts) => `O${parts.join("-")}`),
    isPlain: fc.boolean(),
  });
  const newOrder = fc.constantFrom<FieldOrder>(
    ...[storeSecond, storeThird, beforeCurrency, fourMore],
    ["IPCmethod", "Amount", "SID", "Currency", "OrderID"],
    ["IPCmethod", "Amount", "SID", "A", "Currency", "OrderID"],
    ["IPCmethod", "SID", "A", "B", "Amount", "Currency", "OrderID"],
  );
  fc.assert(
    fc.property(paid, newOrder, fc.boolean(), ({ hasAmount, isPlain, ...purchase }, order, splitsAmount) => {
      const orderId = isPlain ? purchase.orderId.slice(1) || "1" : purchase.orderId;
      const all = notifyEntries({ ...purchase, orderId });
      const entries = hasAmount ? all : without("Amount", all);
      const parts = entries
        .map(([, value]) => String(value))
        .join("-")
        .split("-");
      const names = splitsAmount ? order : order.filter((name) => name !== "Amount");
      const split = parts.map((value, at): Entry => [names[at] ?? `R${at}`, value]);
      if (verifyEntries(split, { order }).verdict !== "valid") return;
      const said = (name: string) => split.find(([each]) => each === name)?.[1] || null;
      expect([said("Amount"), said("Currency"), said("OrderID")]).toEqual([
        ...[(hasAmount && purchase.amount) || null, purchase.currency],
        orderId.split("-")[0],
      ]);
    }),
    { numRuns: 1_000 },
  );
});
