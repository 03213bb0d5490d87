import type { Finding } from "#lib/app/doctor/finding.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import { examine } from "./support/examine.ts";
import { problemLines } from "./support/problem-lines.ts";
import { readFlags } from "./support/read-flags.ts";
import { printProblem, say } from "./support/say.ts";

const widestArea = 12;

function print({ area, level, text }: Finding): void {
  const mark = level === "ok" ? "ok     " : level === "warning" ? "WARNING" : "FAULT  ";
  say(`${mark} ${area.padEnd(widestArea)} ${text}`);
}

async function main(): Promise<number> {
  let faults = 0;
  try {
    for await (const finding of examine(loadSettings())) {
      print(finding);
      if (finding.level === "fault") faults++;
    }
  } catch (error) {
    for (const line of problemLines(error)) printProblem(line);
    return 1;
  }
  say(faults === 0 ? "No fault was found." : `${faults} ${faults === 1 ? "fault" : "faults"} to mend.`);
  return faults === 0 ? 0 : 1;
}

readFlags({});
process.exitCode = await main();
