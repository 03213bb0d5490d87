import { cp, mkdir, readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { productionCommands } from "../bootstrap.mjs";
import { followImports } from "./image-code.ts";
import { listPackageFiles } from "./image-packages.ts";

/** Where nothing is installed, built or tried out. */
const notInImages: readonly string[] = ["dev", "build", "image", "sandbox", "db-generate"];
export const imageCommands = productionCommands.filter((name) => !notInImages.includes(name));

/** Read at run time, but imported by nothing. */
const folders = ["lib/db/migrations", "messages", "public"];
const files = [
  "package.json",
  "next.config.mjs",
  "scripts/bootstrap.mjs",
  "scripts/support/preload.mjs",
  "deploy/healthcheck.mjs",
  "deploy/nightly.mjs",
];

const output = ".next";
const notOfBuild = /^\.next\/(?:cache|types|diagnostics|build|trace[^/]*)(?:\/|$)|\.(?:map|nft\.json)$/;
/** Next.js asks for these beside itself. */
const besideNext = ["react", "react-dom"];

/** Copies what runs in production from a built checkout into `folder`: code, pages, packages and Node.js. */
export async function copyImageFiles(root: string, folder: string): Promise<void> {
  for (const file of await listImageFiles(root)) {
    const target = path.join(folder, file);
    await mkdir(path.dirname(target), { recursive: true });
    await cp(path.join(root, file), target, { verbatimSymlinks: true });
  }
  await mkdir(path.join(folder, "bin"), { recursive: true });
  await cp(await realpath(process.execPath), path.join(folder, "bin", "node"));
}

async function listImageFiles(root: string): Promise<string[]> {
  const commands = imageCommands.map((name) => `scripts/${name}.ts`);
  const code = await followImports(root, [...commands, ...files.filter((file) => file.endsWith(".mjs"))]);
  const read = (await Promise.all(folders.map((name) => listBelow(root, name)))).flat().filter((file) => !/\.tsx?$/.test(file));
  const built = (await listBelow(root, output)).filter((file) => !notOfBuild.test(file));
  const ofBuild = await listBelow(root, `${output}/node_modules`);
  const outsideBundles = await Promise.all(ofBuild.map(async (link) => packageOf(await realpath(path.join(root, link)))));
  const packages = new Set([...code.packages, ...outsideBundles, ...besideNext]);
  return [...new Set([...files, ...code.files, ...built, ...read, ...(await listPackageFiles(root, packages))])].sort();
}

/** Files and links. */
async function listBelow(root: string, folder: string): Promise<string[]> {
  const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => !entry.isDirectory())
    .map((entry) => path.relative(root, path.join(entry.parentPath, entry.name)));
}

const packageOf = (folder: string) => folder.split("/node_modules/").at(-1) ?? "";
