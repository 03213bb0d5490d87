import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { collectExpressions, programFiles, toText } from "./expressions.ts";
import { type Prover, proveExpressions, provenFile, readProven } from "./linear-expressions.ts";

let folder: string;
let listFile: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-expressions-"));
  listFile = path.join(folder, "proven.json");
  await writeFile(listFile, '["/old/", "/known/g"]');
});
afterEach(() => rm(folder, { recursive: true, force: true }));

const program = `
const known = /known/g;
const fresh = new RegExp("fre/sh", "i");
const made = (word: string) => new RegExp(word);
`;

async function reauthenticate(prover: Prover, options: { text?: string; all?: boolean } = {}) {
  const file = path.join(folder, "program.ts");
  await writeFile(file, options.text ?? program);
  return proveExpressions({ files: [file], listFile, all: options.all ?? false, loadProver: async () => prover });
}

test("an expression that is not in the list is proven once, and what is no longer used leaves the list", async () => {
  const asked: string[] = [];
  const prover: Prover = async (expression) => void asked.push(toText(expression));
  await reauthenticate(prover);
  await reauthenticate(prover);
  expect(asked).toEqual(["/fre\\/sh/i"]);
  expect(await readProven(listFile)).toEqual(["/fre\\/sh/i", "/known/g"]);
  await reauthenticate(prover, { all: true });
  expect(asked).toEqual(["/fre\\/sh/i", "/known/g", "/fre\\/sh/i"]);
});

test("one that is not linear, and one that is put together while the program runs, fail with their place", async () => {
  const { failed, failures } = await reauthenticate(async () => "takes exponential time");
  const file = path.join(folder, "program.ts");
  expect(failed).toBe(2);
  expect(failures).toEqual([
    `${file}:4: an expression is put together while the program runs`,
    `${file}:3: /fre\\/sh/i takes exponential time`,
  ]);
  expect(await readProven(listFile)).toEqual(["/old/", "/known/g"]);
});

test("removing expressions needs no proof", async () => {
  const refuse: Prover = () => Promise.reject(new Error("asked for a proof"));
  expect(await reauthenticate(refuse, { text: "const known = /known/g;" })).toMatchObject({ passed: 1, failed: 0 });
});

test("every expression of the program is in the committed list of those that were proven linear", async () => {
  const { expressions, dynamic } = collectExpressions(programFiles());
  const proven = new Set(await readProven(provenFile));
  expect(expressions.length).toBeGreaterThan(150);
  expect(expressions.filter((expression) => !proven.has(toText(expression))).map(({ place }) => place)).toEqual([]);
  expect(dynamic).toEqual([]);
});
