import { mkdir, mkdtemp, readdir, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { addStaticOfBefore, setStaticAside } from "./keep-static-files.ts";

let output: string;
beforeEach(async () => {
  output = await mkdtemp(path.join(tmpdir(), "counterfoil-static-"));
  await mkdir(path.join(output, "cache"));
});
afterEach(() => rm(output, { recursive: true, force: true }));

/** What a build does: everything but the cache is made anew. */
async function build(...names: string[]): Promise<string[]> {
  const built = path.join(output, "static", "chunks");
  await setStaticAside(output);
  await rm(path.join(output, "static"), { recursive: true, force: true });
  await mkdir(built, { recursive: true });
  for (const name of names) await writeFile(path.join(built, name), name);
  await addStaticOfBefore(output);
  return (await readdir(built)).sort();
}

test("the files of the build before stay, and those of earlier ones go", async () => {
  expect(await build("a1.js", "same.js")).toEqual(["a1.js", "same.js"]);
  expect(await build("a2.js", "same.js")).toEqual(["a1.js", "a2.js", "same.js"]);
  expect(await build("a3.js", "same.js")).toEqual(["a2.js", "a3.js", "same.js"]);
});
