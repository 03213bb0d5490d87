import { createHash, sign } from "node:crypto";
import { createSigner, type Entry, encodeEntries, returnEntries, signEntries } from "#lib/notifications/testing/sign.ts";
import { type Case, invalid } from "./cases.ts";
import { sid, signer } from "./entry-points.ts";
import { payment, signature, signed } from "./genuine-cases.ts";

const changed = (from: string | RegExp, to: string, entries = payment()) =>
  Buffer.from(signed(entries).toString().replace(from, to));
const named = (entries: readonly Entry[]) => encodeEntries(entries);
const without = (name: string) => payment().filter(([field]) => field !== name);
const withValue = (name: string, value: string): Entry[] => payment().map((entry) => (entry[0] === name ? [name, value] : entry));

/** Signed with these values, then sent under other names: names are not signed. */
function relabelled(change: (entries: Entry[]) => Entry[]): Buffer {
  const entries = payment();
  return Buffer.from(named([...change(entries), signature(entries)]));
}

/** A text that a customer could enter as a name, so that values move to other fields when the signed text is split again. */
function resplit(): Buffer {
  const genuine = returnEntries("IPCPurchaseOK", { sid, orderId: "CHEAP", amount: "1.00" });
  const forged: Entry[] = [["CustomerFirstNames", `IPCPurchaseNotify-${sid}-999.00-EUR-DEAR`]];
  const all = [...genuine, ...forged];
  const joined = all
    .slice(0, -1)
    .map(([, value]) => String(value))
    .join("-");
  const [method = "", store = "", amount = "", currency = "", order = ""] = String(forged[0]?.[1]).split("-");
  const renamed: Entry[] = [
    ["X", joined],
    ["IPCmethod", method],
    ["SID", store],
    ["Amount", amount],
    ["Currency", currency],
    ["OrderID", order],
  ];
  return Buffer.from(named([...renamed, signature(all)]));
}

function signedWithoutBase64(): Buffer {
  const entries = payment();
  const text = entries.map(([, value]) => String(value)).join("-");
  return Buffer.from(named([...entries, ["Signature", sign("sha256", Buffer.from(text), signer.privateKey).toString("base64")]]));
}

function signedWith(algorithm: string): Buffer {
  const entries = payment();
  const data = Buffer.from(Buffer.from(entries.map(([, value]) => String(value)).join("-")).toString("base64"));
  return Buffer.from(named([...entries, ["Signature", sign(algorithm, data, signer.privateKey).toString("base64")]]));
}

const ofAnother = () => {
  const entries = payment();
  return Buffer.from(named([...entries, ["Signature", signEntries(entries, createSigner().privateKey)]]));
};
const urlSafe = (text: string) => text.replaceAll("%2B", "-").replaceAll("%2F", "_").replaceAll("%3D", "");
const random = createHash("sha512").update("the same at every run").digest();

export const forgedCases: readonly Case[] = [
  { name: "a changed amount", body: changed("200.00", "1.00"), ...invalid("signature") },
  { name: "a changed order", body: changed("OrderID=", "OrderID=x"), ...invalid("signature") },
  { name: "a value more", body: changed("&Signature", "&More=1&Signature"), ...invalid("signature") },
  { name: "a value less", body: changed(/&PAN=\d+/, ""), ...invalid("signature") },
  { name: "two values exchanged", body: changed("083107", "0007", withValue("PAN", "083107")), ...invalid("signature") },
  { name: "no signature", body: Buffer.from(named(payment())), ...invalid("signature") },
  { name: "an empty signature", body: changed(/Signature=.+$/, "Signature="), ...invalid("signature") },
  { name: "a signature cut off", body: changed(/.{12}$/, ""), ...invalid("signature") },
  {
    name: "a signature with a space for each plus",
    body: Buffer.from(
      signed(payment())
        .toString()
        .replace(/Signature=.*$/, (text) => `${text.replaceAll("%2B", "+")}+`),
    ),
    ...invalid("signature"),
  },
  {
    name: "a signature in the other alphabet",
    body: Buffer.from(`${urlSafe(signed(payment()).toString())}`),
    ...invalid("signature"),
  },
  {
    name: "a line break after the signature",
    body: Buffer.concat([signed(payment()), Buffer.from("\r\n")]),
    ...invalid("signature"),
  },
  { name: "a signature twice", body: changed(/(Signature=.+)$/, "$1&$1"), ...invalid("signature", "duplicate") },
  { name: "a second signature in other letters", body: changed(/$/, "&SIGNATURE=AAAA"), ...invalid("signature", "duplicate") },
  { name: "a signature in brackets", body: changed("Signature=", "Signature[]="), ...invalid("signature") },
  { name: "another's key", body: ofAnother(), ...invalid("signature") },
  { name: "a signature without the base64 step", body: signedWithoutBase64(), ...invalid("signature") },
  { name: "SHA-1", body: signedWith("sha1"), ...invalid("signature") },
  { name: "SHA-512", body: signedWith("sha512"), ...invalid("signature") },
  { name: "an amount twice, the forged one first", body: signed([...payment(), ["Amount", "200.00"]]), ...invalid("duplicate") },
  { name: "a name twice in other letters", body: signed([...payment(), ["AMOUNT", "1.00"]]), ...invalid("duplicate") },
  { name: "a name twice, as an array", body: signed([...payment(), ["Amount[0]", "1.00"]]), ...invalid("duplicate") },
  {
    name: "the number renamed to the amount",
    body: relabelled((all) =>
      all.map(([name, value]) => (name === "Amount" ? ["X", value] : name === "RequestSTAN" ? ["Amount", value] : [name, value])),
    ),
    ...invalid("layout"),
  },
  {
    name: "two values merged into one",
    body: relabelled((all) => [
      ...all.slice(0, 3),
      ["Currency", `${all[3]?.[1]}-${all[4]?.[1]}`],
      ["OrderID", all[5]?.[1] ?? ""],
      ...all.slice(6),
    ]),
    ...invalid("format"),
  },
  { name: "a browser's redirect split anew", body: resplit(), ...invalid("layout", "method") },
  {
    name: "the method renamed",
    body: relabelled((all) => all.map(([name, value], index) => [index === 0 ? "X" : name, value])),
    ...invalid("layout"),
  },
  { name: "the method in second place", body: signed([["X", "1"], ...payment()]), ...invalid("layout", "method") },
  {
    name: "the first five in another order",
    body: signed([...payment().slice(0, 2), ...payment().slice(3, 4), ...payment().slice(2, 3), ...payment().slice(4)]),
    ...invalid("layout"),
  },
  {
    name: "names in small letters",
    body: relabelled((all) => all.map(([name, value]) => [name.toLowerCase(), value])),
    ...invalid("layout"),
  },
  { name: "a redirect that says paid", body: signed(returnEntries("IPCPurchaseOK", { sid })), ...invalid("method") },
  { name: "a redirect that says not paid", body: signed(returnEntries("IPCPurchaseCancel", { sid })), ...invalid("method") },
  { name: "a method with a dash", body: signed(withValue("IPCmethod", "IPCPurchaseNotify-1")), ...invalid("method") },
  { name: "a method that is none", body: signed(withValue("IPCmethod", "PurchaseNotify")), ...invalid("method") },
  { name: "an empty method", body: signed(withValue("IPCmethod", "")), ...invalid("method") },
  { name: "another store", body: signed(payment([], { sid: "000000000000011" })), ...invalid("sid") },
  { name: "an empty store", body: signed(payment([], { sid: "" })), ...invalid("sid") },
  { name: "no store", body: signed(without("SID")), ...invalid("layout") },
  { name: "no order", body: signed(without("OrderID")), ...invalid("layout") },
  { name: "no currency", body: signed(without("Currency")), ...invalid("layout") },
  { name: "a currency of four letters", body: signed(payment([], { currency: "EURO" })), ...invalid("format") },
  { name: "a negative amount", body: signed(payment([], { amount: "-5.00" })), ...invalid("format") },
  { name: "an amount as a power", body: signed(payment([], { amount: "1e9" })), ...invalid("format") },
  { name: "an amount with a space", body: signed(payment([], { amount: " 5.00" })), ...invalid("format") },
  { name: "an amount with a comma", body: signed(payment([], { amount: "5,00" })), ...invalid("format") },
  { name: "a tenth of a cent", body: signed(payment([], { amount: "5.001" })), ...invalid("format") },
  { name: "sen", body: signed(payment([], { amount: "5.50", currency: "JPY" })), ...invalid("format") },
  { name: "digits of another script", body: signed(payment([], { amount: "٥.٠٠" })), ...invalid("format") },
  { name: "a number of letters", body: signed(withValue("RequestSTAN", "abc")), ...invalid("format") },
  { name: "a date of another form", body: signed(withValue("RequestDateTime", "04.03.2026")), ...invalid("format") },
  {
    name: "257 pairs",
    body: signed(payment(Array.from({ length: 245 }, (_, index): Entry => [`n${index}`, "x"]))),
    ...invalid("pairs"),
  },
  { name: "nothing at all", body: Buffer.alloc(0), ...invalid("signature", "layout") },
  { name: "separators only", body: Buffer.from("&&&&&&=&=&"), ...invalid("signature", "duplicate", "layout") },
  { name: "JSON", body: Buffer.from(`{"IPCmethod":"IPCPurchaseNotify","__proto__":{}}`), ...invalid("signature", "layout") },
  {
    name: "XML",
    body: Buffer.from(`<?xml version="1.0"?><!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>`),
    ...invalid("signature", "layout"),
  },
  { name: "random bytes", body: random, ...invalid("signature", "layout") },
  { name: "a byte order mark", body: Buffer.concat([Buffer.from([0xef, 0xbb, 0xbf]), signed(payment())]), ...invalid("layout") },
  {
    name: "two bytes a character",
    body: Buffer.from(signed(payment()).toString(), "utf16le"),
    ...invalid("signature", "layout"),
  },
  { name: "semicolons for separators", body: changed(/&/g, ";"), ...invalid("signature", "layout") },
  { name: "a name escaped twice", body: changed("IPCmethod", "%2549PCmethod"), ...invalid("layout") },
];
