import { spawnSync } from "node:child_process";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import path from "node:path";
import { atLeast } from "#tools/bench/support/goals.ts";
import type { Figure } from "#tools/bench/support/report.ts";
import { atMost } from "./figures.ts";
import type { Programs } from "./programs.ts";

const exposureMax = 2;
const unit = "counterfoil.service";
const unitFile = path.resolve(import.meta.dirname, "..", "..", "deploy", unit);

/** How much of the machine the service of `deploy/` reaches, from 0 to 10, by systemd itself; first without what limits it. */
export async function exposureFigures(programs: Programs, folder: string): Promise<Figure[]> {
  const text = await readFile(unitFile, "utf8");
  const wrong = await measureExposure(programs, { folder: path.join(folder, "open"), text: withoutLimits(text) });
  const right = await measureExposure(programs, { folder: path.join(folder, "limited"), text });
  return [
    atLeast("image, wrong (a unit without limits): exposure of the systemd service", wrong, exposureMax * 2),
    atMost("image: exposure of the systemd service", right, exposureMax),
  ];
}

/** Of the service, only what starts and stops it. */
function withoutLimits(text: string): string {
  return text.slice(0, text.indexOf("NoNewPrivileges="));
}

async function measureExposure(programs: Programs, { folder, text }: { folder: string; text: string }): Promise<number> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, unit);
  await writeFile(file, text);
  const [program, args] = programs.command("systemd-analyze", ["security", "--offline=yes", "--no-pager", file]);
  const { stdout, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
  const level = /exposure level for counterfoil\.service: ([\d.]+)/.exec(stdout)?.[1];
  if (level === undefined) throw new Error(`systemd-analyze tells no exposure: ${error?.message ?? stderr.trim()}`);
  return Number(level);
}
