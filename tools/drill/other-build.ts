import { cp, mkdir, readdir, readFile, rename, symlink, writeFile } from "node:fs/promises";
import path from "node:path";
import { buildStampFile } from "#lib/app/metrics/read-build.ts";

const root = path.resolve(import.meta.dirname, "..", "..");
/** Besides the pages, what a process reads below the folder it runs in. `package-lock.json` would let it build them anew. */
const neededFiles = ["lib", "messages", "node_modules", "public", "next.config.mjs", "package.json"];
const textFile = /\.(?:js|css|json|html|rsc|txt|meta|body)$/;
const namedFile = /[\w~-]{8,}(?=\.(?:js|css)\b)/g;

async function linkProgram(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  await Promise.all(neededFiles.map((name) => symlink(path.join(root, name), path.join(folder, name))));
}

/** A folder that runs the same program with the same pages, and calls them another build. */
export async function makeOtherBuild(folder: string): Promise<void> {
  await linkProgram(folder);
  await mkdir(path.join(folder, ".next"));
  const stamp = path.basename(buildStampFile);
  const names = (await readdir(path.join(root, ".next"))).filter((name) => name !== stamp);
  await Promise.all(names.map((name) => symlink(path.join(root, ".next", name), path.join(folder, ".next", name))));
  await writeFile(path.join(folder, buildStampFile), "other");
}

/**
 * A folder that runs the same program with the pages of a later build: all scripts and style sheets have other names, and
 * those of the build here are kept beside them, as `npm run build` keeps them.
 */
export async function makeLaterBuild(folder: string): Promise<void> {
  const [built, later] = [path.join(root, ".next"), path.join(folder, ".next")];
  await linkProgram(folder);
  const leftOut = path.join(built, "cache");
  await cp(built, later, {
    recursive: true,
    filter: (file) => file !== leftOut && !file.endsWith(".map") && !file.endsWith(".br"),
  });
  const chunks = path.join(later, "static", "chunks");
  const names = new Map((await readdir(chunks)).map((name) => [path.parse(name).name, `${path.parse(name).name}-later`]));
  const buildId = await readFile(path.join(built, "BUILD_ID"), "utf8");
  const entries = await readdir(later, { recursive: true, withFileTypes: true });
  for (const entry of entries.filter((found) => found.isFile() && (textFile.test(found.name) || found.name === "BUILD_ID"))) {
    const file = path.join(entry.parentPath, entry.name);
    const text = await readFile(file, "utf8");
    const renamed = text.replaceAll(namedFile, (name) => names.get(name) ?? name).replaceAll(buildId, `${buildId}-later`);
    if (renamed !== text) await writeFile(file, renamed);
  }
  for (const [name, newName] of names) {
    for (const ending of [".js", ".css"])
      await rename(path.join(chunks, `${name}${ending}`), path.join(chunks, `${newName}${ending}`)).catch(() => {});
  }
  await rename(path.join(later, "static", buildId), path.join(later, "static", `${buildId}-later`));
  await cp(path.join(built, "static"), path.join(later, "static"), { recursive: true, force: false });
}
