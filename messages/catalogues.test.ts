import { expect, test } from "vitest";
import { languageCodes } from "#lib/core/languages.ts";
import { branchesOf, formatCompiledText, formatText, readCompiled, readLanguage } from "./support/catalogue.ts";

const others = languageCodes.filter((code) => code !== "en");
const english = readLanguage("en");

test.each(others)("%s says everything English says, and nothing else", (code) => {
  expect([...readLanguage(code).keys()].sort()).toEqual([...english.keys()].sort());
});

test.each(others)("%s fills in what English fills in", (code) => {
  const own = readLanguage(code);
  const differing = [...english].filter(([key, text]) => holesOf(text) !== holesOf(own.get(key) ?? ""));
  expect(differing.map(([key]) => key)).toEqual([]);
});

test.each(languageCodes)("every text of %s can be formatted", (code) => {
  const failed: string[] = [];
  for (const [key, text] of readLanguage(code)) formatText(code, text, () => failed.push(key));
  expect(failed).toEqual([]);
});

test.each(languageCodes)("every compiled text of %s says the same, in each of its branches", (code) => {
  const failed: string[] = [];
  const differing = [...readCompiled(code)].filter(([key, text]) =>
    branchesOf(text).some(
      (values) => formatCompiledText(code, text, values) !== formatText(code, text, () => failed.push(key), values),
    ),
  );
  expect([...failed, ...differing.map(([key]) => key)]).toEqual([]);
});

test("the values for the branches of a text lead into each of them", () => {
  const text = "{n, plural, =0 {none} one {# {how, select, paid {paid} other {open}}} other {many}}";
  const said = branchesOf(text).map((values) => formatCompiledText("en", text, values));
  expect(new Set(said)).toEqual(new Set(["none", "1 paid", "1 open", "many"]));
});

test.each(["Left: {n}.", "{n, number}", "{n, plural, one {# row} other {# rows}}", "{n, select, one {First} other {Other}}"])(
  "a compiled text %s without its value is an error, and never says undefined",
  (text) => {
    expect(() => formatCompiledText("en", text, { n: undefined })).toThrow('The value "n" of a text is missing.');
  },
);

/** Words of the same clause whose number would have to follow the count. "Sie können" is said to the reader. */
const counted = /^[^.;]*(?:(?<!\bSie )\bkönnen\b|\bpeuvent\b|\bpossono\b|\bpueden\b)|\bmay reverse its\b/;

/** A verb of many beside a number. */
const ofMany = /\b(?:wären|auraient|sarebbero|habrían)\b|биха/;

test.each(languageCodes)("what follows a plural in %s agrees with one and with many", (code) => {
  const differing = [...readLanguage(code)].filter(([, text]) => {
    const outside = toOutside(text);
    return (text.includes(", plural,") && counted.test(outside)) || (text.includes(", number}") && ofMany.test(outside));
  });
  expect(differing).toEqual([]);
});

function toOutside(text: string): string {
  const outer = text.replace(/\{[^{}]*\}/g, "");
  return outer === text ? outer : toOutside(outer);
}

/** The names of ICU arguments and tags without duplicates: plural forms may repeat them as the language requires. */
function holesOf(text: string): string {
  const tags = [...text.matchAll(/<(\w+)>/g)].map(([tag]) => tag);
  return [...new Set([...readHoles(text).names, ...tags])].sort().join();
}

/** Reads up to the brace that closes this text: only the texts of a plural or select are nested. */
function readHoles(text: string, start = 0): { names: string[]; end: number } {
  const names: string[] = [];
  let index = start;
  while (index < text.length && text[index] !== "}") {
    const [argument, name = "", kind = ""] = /^\{(\w+)(?:, (plural|select),|[^{}]*\})/.exec(text.slice(index)) ?? [];
    index += argument?.length ?? 1;
    if (argument !== undefined) names.push(name);
    if (kind === "") continue;
    for (let open = text.indexOf("{", index); open !== -1 && /^[^}]*$/.test(text.slice(index, open)); ) {
      const branch = readHoles(text, open + 1);
      names.push(...branch.names);
      index = branch.end + 1;
      open = text.indexOf("{", index);
    }
    index = text.indexOf("}", index) + 1;
  }
  return { names, end: index };
}
