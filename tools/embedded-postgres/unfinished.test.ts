import { appendFile, mkdir, mkdtemp, readdir, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { removeUnfinished } from "./unfinished.ts";

const abandonedAfterMs = 10 * 60_000;

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "counterfoil-unfinished-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("a folder with a file that is still written stays, however old the folder itself is", async () => {
  const unfinished = path.join(folder, "unfinished-1");
  const file = path.join(unfinished, "base", "16384");
  await mkdir(path.dirname(file), { recursive: true });
  await writeFile(file, "");
  const changedAt = async (place: string) => (await stat(place)).ctimeMs;
  const folderAt = await changedAt(unfinished);
  while ((await changedAt(file)) <= folderAt) await appendFile(file, "x");
  const fileAt = await changedAt(file);
  await removeUnfinished(folder, "unfinished-", fileAt + abandonedAfterMs);
  expect(await readdir(folder)).toEqual(["unfinished-1"]);
  await removeUnfinished(folder, "other-", fileAt + abandonedAfterMs + 1);
  expect(await readdir(folder)).toEqual(["unfinished-1"]);
  await removeUnfinished(folder, "unfinished-", fileAt + abandonedAfterMs + 1);
  expect(await readdir(folder)).toEqual([]);
});
