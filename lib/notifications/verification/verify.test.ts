import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { formatDecimal } from "#lib/core/money.ts";
import { toEvent } from "../receive/to-event.ts";
import {
  createSigner,
  type Entry,
  encodeEntries,
  notifyEntries,
  returnEntries,
  rollbackEntries,
  signedBody,
} from "../testing/sign.ts";
import { readVector, testStoreKey, testStoreSid } from "../testing/vectors.ts";
import type { EntryPoint } from "./accepted-names.ts";
import { parseForm } from "./form.ts";
import type { VerifyKey } from "./signature.ts";
import { verifyNotification } from "./verify.ts";

type Options = { keys?: VerifyKey[]; sid?: string; strictLayout?: boolean; entryPoint?: EntryPoint };

const signer = createSigner();

function verifyBody(body: string | Uint8Array, options: Options = {}) {
  const rules = { keys: [signer.key], sid: testStoreSid, strictLayout: true, entryPoint: "notify" as const, ...options };
  const { verdict, reasons, keyId } = verifyNotification(parseForm(Buffer.from(body)) ?? [], rules);
  return { verdict, reasons, keyId };
}

const genuine = { keys: [testStoreKey()] };
const notifyNames = ["genuine-notify-2015", "genuine-notify-2024", "genuine-rollback-2026"];

describe("the genuine samples", () => {
  test.each(notifyNames)("%s is valid on URL_Notify", (name) => {
    expect(verifyBody(readVector(name).body, genuine)).toEqual({ verdict: "valid", reasons: [], keyId: "test-store" });
  });

  test("the genuine Cancel is signed, but belongs to the browser's address", () => {
    const { body } = readVector("genuine-cancel-2019");
    expect(verifyBody(body, genuine)).toEqual({ verdict: "invalid", reasons: ["method"], keyId: "test-store" });
    expect(verifyBody(body, { ...genuine, entryPoint: "return" }).verdict).toBe("valid");
  });

  test.each(notifyNames)("%s: no change of one byte of a value or of the signature is valid", (name) => {
    const entries = decodedEntries(name);
    let checked = 0;
    entries.forEach(([field, value], at) => {
      for (let index = 0; index < value.length; index++) {
        for (const flip of [0x01, 0x20, 0x80]) {
          const changed = Buffer.from(value);
          changed[index] = (changed[index] ?? 0) ^ flip;
          const result = verifyBody(encodeEntries(entries.with(at, [field, changed])), genuine);
          expect(result.verdict).toBe("invalid");
          expect(result.reasons).toContain("signature");
          checked++;
        }
      }
    });
    expect(checked).toBeGreaterThan(500);
  });

  test.each(notifyNames)("%s: a byte removed from or added to any value is not valid", (name) => {
    const entries = decodedEntries(name);
    entries.forEach(([field, value], at) => {
      for (let index = 0; index <= value.length; index++) {
        const longer = Buffer.concat([value.subarray(0, index), Buffer.from(" "), value.subarray(index)]);
        expect(verifyBody(encodeEntries(entries.with(at, [field, longer])), genuine).verdict).toBe("invalid");
        if (index === value.length) continue;
        const shorter = Buffer.concat([value.subarray(0, index), value.subarray(index + 1)]);
        expect(verifyBody(encodeEntries(entries.with(at, [field, shorter])), genuine).verdict).toBe("invalid");
      }
    });
  });

  test.each(notifyNames)("%s: every change of one of the first five names is invalid with reason layout", (name) => {
    const entries = decodedEntries(name);
    const names = new Set<string>(["", "X", "Signature", "signature[]", "Amount", "OrderID", "PAN", "__proto__"]);
    for (let at = 0; at < 5; at++) {
      const [field = "", value = Buffer.alloc(0)] = entries[at] ?? [];
      const changes = [...names, ...byteChanges(field)].filter((changed) => changed !== field);
      for (const changed of changes) {
        const { verdict, reasons } = verifyBody(encodeEntries(entries.with(at, [changed, value])), genuine);
        expect([verdict, changed, reasons.includes("layout")]).toEqual(["invalid", changed, true]);
      }
    }
  });
});

function decodedEntries(name: string): [string, Buffer][] {
  return (parseForm(Buffer.from(readVector(name).body)) ?? []).map((pair) => [pair.nameText, pair.value]);
}

function byteChanges(name: string): string[] {
  return [...name].flatMap((char, index) =>
    [0x01, 0x20].map((flip) => name.slice(0, index) + String.fromCharCode(char.charCodeAt(0) ^ flip) + name.slice(index + 1)),
  );
}

describe("a correct signature does not prove the names", () => {
  const reasonsOf = (entries: readonly Entry[], signedAs: readonly Entry[] = entries) => {
    const signature = parseForm(Buffer.from(signedBody(signedAs, signer)))?.at(-1)?.valueText ?? "";
    return verifyBody(encodeEntries([...entries, ["Signature", signature]])).reasons;
  };
  const rename = (entries: readonly Entry[], from: string, to: string): Entry[] =>
    entries.map(([name, value]) => [name === from ? to : name, value]);

  test("renaming the sequence number to Amount does not turn 200.00 into 83107", () => {
    const original = notifyEntries();
    const renamed = rename(rename(original, "Amount", "X"), "RequestSTAN", "Amount");
    expect(reasonsOf(renamed, original)).toContain("layout");
  });

  test("a notice without Amount cannot get one from a later field", () => {
    const original = notifyEntries().filter(([name]) => name !== "Amount");
    expect(reasonsOf(original)).toEqual([]);
    expect(reasonsOf(rename(original, "RequestSTAN", "Amount"), original)).toContain("layout");
  });

  test("merging the order into the currency does not allow another OrderID", () => {
    const original = notifyEntries({ orderId: "ORDER1", trnref: "ORDER2" });
    const merged: Entry[] = [...original.slice(0, 3), ["Currency", "EUR-ORDER1"], ["OrderID", "ORDER2"], ...original.slice(6)];
    expect(reasonsOf(merged, original)).toEqual(["format"]);
  });

  test("splitting a customer's name in the browser's message does not make a notification", () => {
    // Attack: goods worth 999.00 for a payment of 1.00 where names are trusted.
    const typed = "IPCPurchaseNotify-000000000000010-999.00-EUR-ORDER2-1";
    const original: Entry[] = [...returnEntries("IPCPurchaseOK", { amount: "1.00" }), ["CustomerFirstNames", typed]];
    const before = original.slice(0, -1).map(([, value]) => String(value));
    const resplit: Entry[] = [
      ["junk", before.join("-")],
      ["IPCmethod", "IPCPurchaseNotify"],
      ["SID", "000000000000010"],
      ["Amount", "999.00"],
      ["Currency", "EUR"],
      ["OrderID", "ORDER2"],
      ["IPC_Trnref", "1"],
    ];
    expect(reasonsOf(resplit, original)).toContain("layout");
    const folded: Entry[] = [["IPCmethod", `${before.join("-")}-IPCPurchaseNotify`], ...resplit.slice(2)];
    expect(reasonsOf(folded, original)).toContain("method");
  });

  test("a browser's message under a notification's names is not a notification", () => {
    expect(reasonsOf(returnEntries("IPCPurchaseOK"))).toEqual(["method"]);
    expect(reasonsOf(returnEntries("IPCPurchaseCancel"))).toEqual(["method"]);
    expect(reasonsOf(returnEntries("IPCPreAuthorizationOK"))).toEqual(["method"]);
  });

  test("a duplicate name is refused, with any case or suffix", () => {
    // If only the first or the last value were read, the other could be forged.
    for (const twin of ["Amount", "amount", "AMOUNT", "Amount[]", "amount[0]"]) {
      expect(reasonsOf(notifyEntries({}, [[twin, "1.00"]]))).toContain("duplicate");
    }
  });

  test("two signatures are refused, in any case", () => {
    for (const twin of ["Signature", "signature", "Signature[]"]) {
      const body = signedBody(notifyEntries(), signer);
      const { verdict, reasons } = verifyBody(`${twin}=AAAA&${body}`);
      expect([verdict, reasons.slice(0, 2)]).toEqual(["invalid", ["signature", "duplicate"]]);
    }
  });

  test("another store's notification is refused at this endpoint", () => {
    expect(reasonsOf(notifyEntries({ sid: "000000000000011" }))).toEqual(["sid"]);
  });

  const withValue = (name: string, value: string) =>
    notifyEntries().map<Entry>((entry) => (entry[0] === name ? [name, value] : entry));

  test.each([
    ["Currency", ""],
    ["Currency", "EURO"],
    ["Currency", "EU1"],
    ["OrderID", ""],
    ["Amount", "-1.00"],
    ["Amount", "1,00"],
    ["Amount", "1e3"],
    ["Amount", "1."],
    ["Amount", ".50"],
    ["Amount", "1.001"],
    ["RequestSTAN", "1234567"],
    ["RequestDateTime", "2026-03-04_11:20:05"],
  ])("%s written as %j is a wrong format", (name, value) => {
    expect(reasonsOf(withValue(name, value))).toEqual(["format"]);
  });

  test.each([
    ["Currency", "eur"],
    ["Amount", ""],
    ["Amount", "23.450"],
    ["RequestSTAN", ""],
    ["RequestDateTime", ""],
    ["RequestDateTime", "2026-03-04T11:20:05"],
  ])("%s written as %j is genuine", (name, value) => {
    expect(reasonsOf(withValue(name, value))).toEqual([]);
  });

  test("an amount has at most its currency's decimals, in any case of the currency, apart from trailing zeros", () => {
    for (const [amount, currency] of [
      ["500", "JPY"],
      ["500.00", "JPY"],
      ["1500.0", "ISK"],
      ["500.00", "jpy"],
      ["1.234", "KWD"],
      ["1.2340", "kwd"],
      ["1000000000000000", "EUR"],
    ])
      expect([amount, currency, reasonsOf(notifyEntries({ amount, currency }))]).toEqual([amount, currency, []]);
    expect(reasonsOf(notifyEntries({ amount: "500.5", currency: "JPY" }))).toEqual(["format"]);
    expect(reasonsOf(notifyEntries({ amount: "500.50", currency: "jpy" }))).toEqual(["format"]);
  });

  test("every format of an amount that common libraries write is accepted with the same value", {
    meta: { slow: "Signs two thousand messages." },
  }, () => {
    // Double.toString, BigDecimal, number_format and plain integers: digits, with any trailing zeros.
    const spelled = fc.record({
      currency: fc.constantFrom("EUR", "JPY", "ISK", "KWD", "eur", "jpy", "isk", "kwd"),
      minor: fc.integer({ min: 0, max: 99_999_999_999 }),
      zeros: fc.integer({ min: 0, max: 4 }),
      time: fc.constantFrom("2026-03-04 11:20:05", "2026-03-04T11:20:05", ""),
      stan: fc.constantFrom("", "1", "083107"),
    });
    fc.assert(
      fc.property(spelled, ({ currency, minor, zeros, time, stan }) => {
        const plain = formatDecimal({ amountMinor: minor, currency: currency.toUpperCase() });
        const amount = zeros === 0 ? plain : `${plain.includes(".") ? plain : `${plain}.`}${"0".repeat(zeros)}`;
        const entries = notifyEntries({ amount, currency }).map<Entry>((entry) => {
          if (entry[0] === "RequestDateTime") return [entry[0], time];
          return entry[0] === "RequestSTAN" ? [entry[0], stan] : entry;
        });
        const body = signedBody(entries, signer);
        expect(verifyBody(body)).toMatchObject({ verdict: "valid" });
        expect(toEvent(parseForm(Buffer.from(body)) ?? [])).toMatchObject({
          amountMinor: minor,
          currency: currency.toUpperCase(),
        });
      }),
      { numRuns: 2_000 },
    );
  });
});

describe("accepted variations", () => {
  test("an unknown field and an unknown code are accepted", () => {
    expect(
      verifyBody(
        signedBody(
          notifyEntries({}, [
            ["LoyaltyTier", "gold"],
            ["CardBrand", "42"],
          ]),
          signer,
        ),
      ).verdict,
    ).toBe("valid");
  });

  test("the signature may be at any position and in any case", () => {
    const pairs = signedBody(notifyEntries(), signer).split("&");
    const signature = pairs.pop() ?? "";
    expect(verifyBody([signature, ...pairs].join("&")).verdict).toBe("valid");
    expect(verifyBody([...pairs, signature.replace("Signature", "signature")].join("&")).verdict).toBe("valid");
  });

  test("equivalent encodings give the same result", () => {
    const body = signedBody(notifyEntries(), signer);
    const lower = body.replace(/%[0-9A-F]{2}/g, (hex) => hex.toLowerCase());
    expect(verifyBody(lower).verdict).toBe("valid");
    expect(verifyBody(body.replaceAll("%20", "+").replaceAll("%2A", "*").replaceAll("%3A", ":")).verdict).toBe("valid");
  });

  test("a plus that became a space in the signature is not standard base64", () => {
    let body = "";
    for (let order = 0; !body.includes("%2B"); order++) body = signedBody(notifyEntries({ orderId: `O${order}` }), signer);
    expect(verifyBody(body.replaceAll("%2B", "+")).reasons).toEqual(["signature"]);
  });

  test("base64url, missing padding and a trailing line break are refused", () => {
    const body = signedBody(notifyEntries({ orderId: "HB" }), signer);
    const signature = decodeURIComponent(body.slice(body.lastIndexOf("=") + 1));
    const withSignature = (text: string) => body.slice(0, body.lastIndexOf("=") + 1) + encodeURIComponent(text);
    expect(verifyBody(withSignature(signature)).verdict).toBe("valid");
    expect(verifyBody(withSignature(signature.replace(/=+$/, ""))).reasons).toEqual(["signature"]);
    expect(verifyBody(withSignature(`${signature}\r\n`)).reasons).toEqual(["signature"]);
    expect(verifyBody(withSignature(Buffer.from(signature, "base64").toString("base64url"))).reasons).toEqual(["signature"]);
  });

  test("a value that is not UTF-8 verifies by its bytes", () => {
    expect(
      verifyBody(signedBody(notifyEntries({}, [["CustomerFamilyName", Buffer.from([0x4d, 0xfc, 0x00])]]), signer)).verdict,
    ).toBe("valid");
  });

  test("unknown methods need only IPCmethod and SID", () => {
    const verify: Entry[] = [
      ["IPCmethod", "IPCSignatureVerify"],
      ["SID", testStoreSid],
    ];
    expect(verifyBody(signedBody(verify, signer)).verdict).toBe("valid");
    expect(verifyBody(signedBody(verify.slice(0, 1), signer)).reasons).toEqual(["layout"]);
    expect(
      verifyBody(
        signedBody(
          [
            ["IPCmethod", "Other"],
            ["SID", testStoreSid],
          ],
          signer,
        ),
      ).reasons,
    ).toEqual(["method"]);
  });

  test("the endpoint's setting relaxes the order of the first five, not the position of the method", () => {
    const [method, sid, amount, ...rest] = rollbackEntries();
    const moved = [method, amount, sid, ...rest].filter((entry) => entry !== undefined);
    expect(verifyBody(signedBody(moved, signer)).reasons).toEqual(["layout"]);
    expect(verifyBody(signedBody(moved, signer), { strictLayout: false }).verdict).toBe("valid");
    const last = [...moved.slice(1), ...moved.slice(0, 1)];
    expect(verifyBody(signedBody(last, signer), { strictLayout: false }).reasons).toContain("layout");
  });
});

describe("keys", () => {
  test("one of several keys is enough, and the result names it", () => {
    const old = createSigner("old");
    const body = signedBody(notifyEntries(), signer);
    expect(verifyBody(body, { keys: [old.key, signer.key] }).keyId).toBe("test-key");
    expect(verifyBody(body, { keys: [old.key] }).reasons).toEqual(["signature"]);
  });

  test("without a readable key the verdict is not_checkable, never invalid", () => {
    const body = signedBody(notifyEntries(), signer);
    expect(verifyBody(body, { keys: [] })).toEqual({ verdict: "not_checkable", reasons: [], keyId: null });
    expect(verifyBody(body, { keys: [{ ...signer.key, publicKey: null }] }).verdict).toBe("not_checkable");
  });

  test("a message without a signature is invalid whether or not there is a key", () => {
    expect(verifyBody(encodeEntries(notifyEntries()), { keys: [] }).reasons).toEqual(["signature"]);
    expect(verifyBody("", { keys: [] }).verdict).toBe("invalid");
  });
});

test("random bytes never make verification throw, and are never valid", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 400 }), (body) => {
      expect(verifyBody(body).verdict).toBe("invalid");
    }),
    { numRuns: 500 },
  );
});

test("random values signed in the default order are valid, and any changed bit makes them invalid", () => {
  const value = fc.uint8Array({ minLength: 1, maxLength: 12 });
  fc.assert(
    fc.property(fc.array(value, { minLength: 1, maxLength: 5 }), fc.nat(), (values, position) => {
      const extra = values.map<Entry>((bytes, index) => [`Extra${index}`, bytes]);
      const entries = notifyEntries({}, extra);
      const body = signedBody(entries, signer);
      expect(verifyBody(body).verdict).toBe("valid");
      const at = position % values.length;
      const bytes = Buffer.from(values[at] ?? []);
      bytes[0] = (bytes[0] ?? 0) ^ 1;
      const signature = (parseForm(Buffer.from(body)) ?? []).at(-1)?.valueText ?? "";
      const changed = encodeEntries([...notifyEntries({}, extra.with(at, [`Extra${at}`, bytes])), ["Signature", signature]]);
      expect(verifyBody(changed).reasons).toEqual(["signature"]);
    }),
    { numRuns: 100 },
  );
});
