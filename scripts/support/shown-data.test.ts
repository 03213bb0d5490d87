import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

const sources = globSync("{app,components}/**/*.tsx")
  .filter((file) => !file.endsWith(".test.tsx"))
  .map((file) => ({ file, text: readFileSync(file, "utf8") }));

/** An error that is returned instead of what follows: `if (query.isError) return <ErrorNotice …`, or as an argument. */
const returned =
  /\bif \(([^()]*(?:\berror\b|\bisError\b)[^()]*)\)\s*\{?\s*return\b[^;]*?<(?:ErrorNotice|QueryError|p role="alert")/g;
/** One that is drawn instead of what follows: `query.isError ? (<ErrorNotice …/>) : …`. */
const drawn = /(\w+\.isError) \? \(\s*<(?:ErrorNotice|QueryError)\b[^;]*?\/>\s*\) : (?!null)/g;

test("no failed read takes away what an earlier one showed, with all that is typed there", () => {
  const found = sources.flatMap(({ file, text }) =>
    [...text.matchAll(returned), ...text.matchAll(drawn)]
      .filter(([, condition = ""]) => !condition.includes("&& !"))
      .map(([, condition]) => `${file}: ${condition}`),
  );
  expect(found).toEqual([]);
});
