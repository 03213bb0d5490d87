import fc from "fast-check";
import { expect, test } from "vitest";
import { ExactNumber, parseExactJson } from "./exact-json.ts";

/** The expected value of a number: itself when a double is written the same way, else its text. */
function expected(text: string): number | ExactNumber {
  const value = Number(text);
  return Number.isFinite(value) && String(value) === text ? value : new ExactNumber(text);
}

test.each(
  "0 -0 0.0 -0.0 18.40 18.4 -18.40 1e3 1E+3 1.5e-7 0.000001 0.0000001 -0.0000012 100 120.0 9007199254740993 123456789012345 1234567890123456 8999999999999999 9007199254740991 9007199254740992 12345678901234567 123456789012345.6 12345678901234.5 0.1234567890123456 12345678.12345678 1e400 -1e-400".split(
    " ",
  ),
)("%s keeps what was written", (text) => {
  const value = expected(text);
  expect(parseExactJson(` ${text} `)).toEqual(value);
  expect(parseExactJson(`[1,\n${text}]`)).toEqual([1, value]);
  expect(parseExactJson(`{"a" : "b", "c" :\t${text} }`)).toEqual({ a: "b", c: value });
});

test("any numbers, among texts that look like numbers", () => {
  const digits = (most: number) => fc.stringMatching(new RegExp(`^[0-9]{1,${most}}$`));
  const whole = fc.oneof(fc.constant("0"), fc.stringMatching(/^[1-9][0-9]{0,18}$/));
  const part = (text: fc.Arbitrary<string>, prefix: string) => fc.option(text, { nil: "" }).map((it) => it && prefix + it);
  const number = fc
    .tuple(fc.constantFrom("", "-"), whole, part(digits(18), "."), part(digits(2), "e"), fc.constantFrom("", "+", "-"))
    .map(([sign, before, after, exponent, of]) => sign + before + after + exponent.replace("e", `e${of}`));
  const text = fc.oneof(fc.string(), number, fc.constant("12:30:00"));
  fc.assert(
    fc.property(fc.array(fc.tuple(text, number), { maxLength: 8 }), fc.constantFrom("", " ", "\n"), (pairs, space) => {
      const written = pairs.map(([name, value]) => `[${JSON.stringify(name)},${space}${value}${space}]`);
      const read = pairs.map(([name, value]) => [name, expected(value)]);
      expect(parseExactJson(`{"rows":${space}[${written.join(",")}]}`)).toEqual({ rows: read });
    }),
    { numRuns: 2_000 },
  );
});
