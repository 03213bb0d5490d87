import { type Entry, encodeEntries, notifyEntries, rollbackEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { type Case, ok } from "./cases.ts";
import { sid, signer } from "./entry-points.ts";

let orders = 0;

/** A payment notification with an order of its own. */
export function payment(extra: readonly Entry[] = [], changes: Parameters<typeof notifyEntries>[0] = {}): Entry[] {
  orders += 1;
  return notifyEntries({ sid, orderId: `ENTRY-${orders}`, trnref: `T${orders}`, ...changes }, extra);
}

export const signature = (entries: readonly Entry[]): Entry => ["Signature", signEntries(entries, signer.privateKey)];
export const signed = (entries: readonly Entry[]): Buffer => Buffer.from(encodeEntries([...entries, signature(entries)]));

const form = "application/x-www-form-urlencoded";
const type = (value: string) => [["content-type", value]] as const;
const renamed = (entries: readonly Entry[], method: string): Entry[] =>
  entries.map(([name, value]) => [name, name === "IPCmethod" ? method : value]);

/** Encoded as by PHP ("+" for a space), or with lowercase hexadecimal digits as by others. */
function otherwiseEncoded(entries: readonly Entry[]): Buffer {
  const text = signed(entries).toString();
  return Buffer.from(text.replaceAll("%20", "+").replace(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()));
}

function withUnescaped(entries: readonly Entry[]): Buffer {
  const text = signed(entries).toString();
  return Buffer.from(
    text.replaceAll("%2A", "*").replaceAll("%3A", ":").replaceAll("%2D", "-").replaceAll("%2F", "/").replaceAll("%3D", "="),
  );
}

function signatureAt(position: number): Buffer {
  const entries = payment();
  return Buffer.from(encodeEntries(entries.toSpliced(position, 0, signature(entries))));
}

/** The length of an encoded signature depends on how many characters are escaped, so about one in ten fill texts fits. */
function filledTo(bytes: number): Buffer {
  const entries = payment();
  const fillLength = bytes - signed([...entries, ["Fill", ""]]).length;
  for (let salt = 0; ; salt++) {
    const body = signed([...entries, ["Fill", String(salt).padEnd(fillLength, "x")]]);
    if (body.length === bytes) return body;
  }
}

const manyPairs = (count: number) =>
  signed(payment(Array.from({ length: count - 12 }, (_, index): Entry => [`n${index}`, String(index)])));

export const genuineCases: readonly Case[] = [
  { name: "a payment's notice", body: signed(payment()), ...ok },
  { name: "a currency in small letters", body: signed(payment([], { currency: "eur" })), ...ok },
  { name: "yen with zeros behind the point", body: signed(payment([], { amount: "500.00", currency: "JPY" })), ...ok },
  { name: "a trailing slash", path: "/api/notify/{id}/", body: signed(payment()), ...ok },
  { name: "a query string", path: "/api/notify/{id}?Amount=1.00&IPCmethod=x", body: signed(payment()), ...ok },
  { name: "a slash and a query string", path: "/api/notify/{id}/?a=%zz", body: signed(payment()), ...ok },
  { name: "a charset", headers: type(`${form}; charset=utf-8`), body: signed(payment()), ...ok },
  {
    name: "a type in capitals",
    headers: type("Application/X-WWW-Form-UrlEncoded ;CHARSET=UTF-8"),
    body: signed(payment()),
    ...ok,
  },
  { name: "a chunked body", framing: "chunked", body: signed(payment()), ...ok },
  { name: "a body byte by byte", framing: "drip", body: signed(payment()), ...ok },
  { name: "HTTP/1.0", version: "1.0", body: signed(payment()), ...ok },
  { name: "the signature first", body: signatureAt(0), ...ok },
  { name: "the signature in between", body: signatureAt(4), ...ok },
  {
    name: "a signature in small letters",
    body: Buffer.from(signed(payment()).toString().replace("Signature=", "signature=")),
    ...ok,
  },
  { name: "spaces as plus signs, small hexadecimal digits", body: otherwiseEncoded(payment()), ...ok },
  { name: "characters left unescaped", body: withUnescaped(payment([["Note", "a*b:c/d=e"]])), ...ok },
  { name: "empty pieces between pairs", body: Buffer.from(`&&${signed(payment()).toString().replace("&", "&&&")}&`), ...ok },
  {
    name: "a pair without an equals sign",
    body: Buffer.from(
      signed(payment([["Flag", ""]]))
        .toString()
        .replace("Flag=", "Flag"),
    ),
    ...ok,
  },
  { name: "an unknown field", body: signed(payment([["Surprise", "1"]])), ...ok },
  {
    name: "invented fields, Status among them",
    body: signed(
      payment([
        ["Status", "0"],
        ["AuthCode", "x"],
      ]),
    ),
    ...ok,
  },
  {
    name: "empty values",
    body: signed(
      payment([
        ["A", ""],
        ["B", ""],
      ]),
    ),
    ...ok,
  },
  { name: "bytes that are no text", body: signed(payment([["Note", Buffer.from([0xfc, 0xff, 0xc3])]])), ...ok },
  { name: "NUL and control characters", body: signed(payment([["Note", "a\u0000b\u0007\r\n"]])), ...ok },
  { name: "Cyrillic and emoji", body: signed(payment([["CustomerFirstNames", "Мария 🦊"]])), ...ok },
  { name: "half of a character pair", body: signed(payment([["Note", Buffer.from([0xed, 0xa0, 0xbd])]])), ...ok },
  {
    name: "names that objects have",
    body: signed(
      payment([
        ["__proto__", "x"],
        ["constructor", "y"],
        ["hasOwnProperty", "z"],
      ]),
    ),
    ...ok,
  },
  { name: "a script as a value", body: signed(payment([["Note", `<script>alert(1)</script>"'`]])), ...ok },
  { name: "SQL as a value", body: signed(payment([["Note", "'); drop table delivery; --"]], { orderId: "x'||'y" })), ...ok },
  { name: "a spreadsheet formula as an order", body: signed(payment([], { orderId: `=HYPERLINK("x")` })), ...ok },
  {
    name: "a card token",
    body: signed(
      payment([
        ["CardToken", "0f".repeat(20)],
        ["ExpDate", "2803"],
      ]),
    ),
    ...ok,
  },
  {
    name: "a bare percent sign",
    body: Buffer.from(
      signed(payment([["Note", "100%"]]))
        .toString()
        .replace("100%25", "100%"),
    ),
    ...ok,
  },
  { name: "an order of 40,000 characters", body: signed(payment([], { orderId: "9".repeat(40_000) })), ...ok },
  { name: "a reference of 20,000 characters", body: signed(payment([], { trnref: "r".repeat(20_000) })), ...ok },
  { name: "256 pairs", body: manyPairs(256), ...ok },
  { name: "a body of exactly 65,536 bytes", body: filledTo(65_536), ...ok },
  {
    name: "codes nobody knows",
    body: signed(
      payment([
        ["PaymentType", "99"],
        ["CardBrand", "-1"],
      ]),
    ),
    ...ok,
  },
  { name: "an amount without decimals", body: signed(payment([], { amount: "50" })), ...ok },
  { name: "yen", body: signed(payment([], { amount: "5000", currency: "JPY" })), ...ok },
  { name: "an amount beyond all integers", body: signed(payment([], { amount: "9".repeat(30) })), ...ok },
  { name: "no amount, a card only", body: signed(payment().filter(([name]) => name !== "Amount")), ...ok },
  { name: "no reference", body: signed(payment().filter(([name]) => name !== "IPC_Trnref")), ...ok },
  { name: "a rollback", body: signed(rollbackEntries({ sid, orderId: "ROLLED" })), ...ok },
  {
    name: "a pre-authorisation",
    body: signed(renamed(payment([["PreAuthExpDate", "260401"]]), "IPCPreAuthorizationNotify")),
    ...ok,
  },
  { name: "a method nobody knows", body: signed(renamed(payment(), "IPCSomethingNew")), ...ok },
  {
    name: "the gateway's test of the set-up",
    body: signed([
      ["IPCmethod", "IPCSignatureVerify"],
      ["SID", sid],
    ]),
    ...ok,
  },
  {
    name: "cookies, credentials and hops",
    headers: [
      ["content-type", form],
      ["cookie", "desk=x"],
      ["authorization", "Bearer x"],
      ["x-forwarded-for", "1.2.3.4"],
      ["x-peer", "9.9.9.9"],
      ["next-action", "x"],
    ],
    body: signed(payment()),
    ...ok,
  },
  {
    name: "a sender that asks before it sends",
    headers: [
      ["content-type", form],
      ["expect", "100-continue"],
    ],
    body: signed(payment()),
    ...ok,
  },
  {
    name: "a foreign origin",
    headers: [
      ["content-type", form],
      ["origin", "https://evil.example"],
      ["sec-fetch-site", "cross-site"],
    ],
    body: signed(payment()),
    ...ok,
  },
];
