import fc from "fast-check";
import { expect, test } from "vitest";
import { findPair, pairsMax, parseForm } from "./form.ts";

const parse = (text: string) => (parseForm(Buffer.from(text, "latin1")) ?? []).map((pair) => [pair.nameText, pair.valueText]);

test("pairs keep the received order, also names that look like integers", () => {
  expect(parse("b=1&2=x&a=2&1=y")).toEqual([
    ["b", "1"],
    ["2", "x"],
    ["a", "2"],
    ["1", "y"],
  ]);
});

test("a pair is split on its first equals sign and needs none", () => {
  expect(parse("a=b=c&d&=e")).toEqual([
    ["a", "b=c"],
    ["d", ""],
    ["", "e"],
  ]);
});

test("plus is a space, hex is read in both cases, a bare percent stays", () => {
  expect(parse("a=x+y%2a%2A%&b=%4&c=%zz")).toEqual([
    ["a", "x y**%"],
    ["b", "%4"],
    ["c", "%zz"],
  ]);
});

test("empty pieces are not pairs", () => {
  expect(parse("&&a=1&&b=2&")).toEqual([
    ["a", "1"],
    ["b", "2"],
  ]);
  expect(parse("")).toEqual([]);
});

test("names of built-in object properties are ordinary names", () => {
  expect(parse("__proto__=1&constructor=2&toString=3")).toHaveLength(3);
});

test("bytes that are not UTF-8 are preserved, and shown as U+FFFD", () => {
  const [pair] = parseForm(Buffer.from("a=%FC")) ?? [];
  expect(pair?.value).toEqual(Buffer.from([0xfc]));
  expect(pair?.valueText).toBe("\ufffd");
});

test("more pairs than the limit are not read", () => {
  const body = (count: number) => Buffer.from(Array.from({ length: count }, (_, index) => `n${index}=v`).join("&"));
  expect(parseForm(body(pairsMax))).toHaveLength(pairsMax);
  expect(parseForm(body(pairsMax + 1))).toBeUndefined();
});

test("a name is found without regard to case", () => {
  expect(findPair(parseForm(Buffer.from("ipc_TRNREF=7")) ?? [], "IPC_Trnref")?.valueText).toBe("7");
});

test("parsing random bytes never throws and never adds bytes", () => {
  fc.assert(
    fc.property(fc.uint8Array({ maxLength: 600 }), (body) => {
      const bytes = (parseForm(body) ?? []).reduce((sum, pair) => sum + pair.name.length + pair.value.length, 0);
      return bytes <= body.length;
    }),
  );
});

test("percent-encoded bytes are decoded unchanged", () => {
  const encode = (bytes: Uint8Array) => [...bytes].map((byte) => `%${byte.toString(16).padStart(2, "0")}`).join("");
  const bytes = fc.uint8Array({ minLength: 1, maxLength: 20 });
  fc.assert(
    fc.property(fc.array(fc.tuple(bytes, bytes), { minLength: 1, maxLength: 8 }), (entries) => {
      const body = entries.map(([name, value]) => `${encode(name)}=${encode(value)}`).join("&");
      const read = (parseForm(Buffer.from(body)) ?? []).map((pair) => [[...pair.name], [...pair.value]]);
      expect(read).toEqual(entries.map(([name, value]) => [[...name], [...value]]));
    }),
  );
});
