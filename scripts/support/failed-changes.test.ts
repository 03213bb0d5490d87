import { globSync, readFileSync } from "node:fs";
import { expect, test } from "vitest";

/** `const x = useMutation({ … });`, also with its members taken out; the names before and the options in between. */
const changes = /^ *const (\w+|\{[^}]*\}) = useMutation\(\{([\s\S]*?)\}\);$/gm;

/** Whether a component reads the error of its change `name`: as a member, taken out of it, or among several. */
function showsErrorOf(name: string, text: string): boolean {
  if (name.startsWith("{")) return /\berror\b/.test(name);
  const members = String.raw`\b${name}\.(?:error|isError)\b`;
  const taken = String.raw`\{[^}]*\berror\b[^}]*\} = ${name};`;
  const among = String.raw`\[[^\]]*\b${name}\b[^\]]*\]\.find\(\(\{ isError`;
  return new RegExp(`${members}|${taken}|${among}`).test(text);
}

test("a failed change is told once: by its component, which then says so, or by a toast", () => {
  const files = globSync("components/**/*.{ts,tsx}").map((file) => ({ file, text: readFileSync(file, "utf8") }));
  const found = files.flatMap(({ file, text }) =>
    [...text.matchAll(changes)].map(([, name = "", options = ""]) => ({
      file,
      name,
      isShown: showsErrorOf(name, text),
      saysSo: /\bshowsError\b/.test(options),
    })),
  );
  expect(found.length).toBeGreaterThan(60);
  expect(found.filter(({ isShown, saysSo }) => isShown !== saysSo)).toEqual([]);
});
