import { chmod, copyFile, mkdir, writeFile } from "node:fs/promises";
import path from "node:path";
import { copyImageFiles } from "#scripts/support/image-files.ts";
import { say } from "#scripts/support/say.ts";
import { writeInventory } from "#scripts/support/write-inventory.ts";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { OwnRun } from "#tools/bench/support/own-run.ts";
import { baseImage, type ContainerEngine, hardened, lastLines, openContainerEngine } from "./container-engine.ts";
import type { DrillResult } from "./deploy.ts";
import { atMost } from "./figures.ts";
import { fileOfBefore, type ImageSize, runContainers } from "./image-containers.ts";
import { insideFigures, lookInside } from "./look-inside.ts";
import type { Programs } from "./programs.ts";
import { exposureFigures } from "./unit-exposure.ts";

const image = "localhost/counterfoil";
const wrongImage = "localhost/counterfoil-wrong";
const megabytesMax = 450;
/** Run as root, with a package manager, with settings of a machine, and without limits: each of these must be found. */
const wrongFaults = 4;
const wrongFile = `FROM ${image}
USER 0:0
COPY npm /usr/local/bin/npm
COPY settings /opt/counterfoil/.env
`;

/** The image of `Containerfile` from the pages that are built here, and its containers without any network. */
export async function runImage(
  run: OwnRun,
  { programs, toolsFolder }: { programs: Programs; toolsFolder: string },
  size: ImageSize,
): Promise<DrillResult> {
  const engine = await openContainerEngine(run, toolsFolder);
  const folder = path.join(run.folder, "image");
  say("  building the image …");
  await buildImage(engine, folder);
  const wrong = await lookInsideWrongImage(engine, folder);
  const inside = lookInside(engine, image, hardened);
  const megabytes = readSize(engine) / 1_000_000;
  const figures = [
    atLeast("image, wrong (root, npm, a machine's settings): faults found in it", wrong, wrongFaults),
    atMost("image: size", Math.round(megabytes), megabytesMax, " MB"),
    ...insideFigures("image", inside),
    ...(await exposureFigures(programs, path.join(folder, "unit"))),
    ...(await runContainers({ run, engine, image, folder, size })),
  ];
  return { figures, details: { megabytes, inside } };
}

/** The first stage of `Containerfile`, which installs and builds, is left out: what it would make is here. */
async function buildImage(engine: ContainerEngine, folder: string): Promise<void> {
  const files = path.join(folder, "files");
  const before = path.join(folder, "before", "opt", "counterfoil", ".next", "static", "chunks");
  const target = path.join(files, "opt", "counterfoil");
  for (const name of ["data", "journal", "backups"]) await mkdir(path.join(files, name), { recursive: true });
  await copyImageFiles(process.cwd(), target);
  await writeInventory(path.join(target, "sbom.json"), { isProduction: true });
  await mkdir(before, { recursive: true });
  await writeFile(path.join(before, fileOfBefore), "/* of the image before */\n");
  await mkdir(path.join(folder, "empty"));
  await copyFile("Containerfile", path.join(folder, "Containerfile"));
  engine.build(image, [
    `--build-arg=BASE=${baseImage}`,
    // In the place of the stage that would install and build, and of the image that ran before.
    ...["files", "before"].flatMap((stage) => [
      `--build-arg=${stage.toUpperCase()}=${baseImage}`,
      `--build-context=${stage}=${engine.folder}/${stage}`,
    ]),
    `--file=${engine.folder}/Containerfile`,
    `${engine.folder}/empty`,
  ]);
}

async function lookInsideWrongImage(engine: ContainerEngine, folder: string): Promise<number> {
  const context = path.join(folder, "wrong");
  await mkdir(context);
  await writeFile(path.join(context, "Containerfile"), wrongFile);
  await writeFile(path.join(context, "npm"), "#!/bin/sh\n");
  await chmod(path.join(context, "npm"), 0o755);
  await writeFile(path.join(context, "settings"), "SANDBOX=on\n");
  engine.build(wrongImage, [`--file=${engine.folder}/wrong/Containerfile`, `${engine.folder}/wrong`]);
  return insideFigures("wrong", lookInside(engine, wrongImage, [])).filter(({ isMet }) => isMet === false).length;
}

function readSize(engine: ContainerEngine): number {
  const { code, stdout, stderr } = engine.podman(["image", "inspect", "--format={{.Size}}", image]);
  if (code !== 0) throw new Error(`The size of ${image} is not known: ${lastLines(stderr)}`);
  return Number(stdout);
}
