import { makeTempFolder, removeFolder } from "#tools/bench/support/temp-folder.ts";
import { noSettings } from "./no-settings.ts";
import { runTool } from "./run-tool.ts";
import type { Stage, StageResult } from "./stages.ts";

/** The smallest run of each measurement and tool that no other stage starts, in order. DATA_DIR stands for its data folder. */
export const tinyRuns: Readonly<Record<string, readonly string[]>> = {
  "bench notify": ["bench notify --tiny"],
  "bench find": ["bench find --tiny"],
  "bench hostile": ["bench hostile --tiny"],
  "bench lock": ["bench lock --tiny"],
  "bench merchants": ["bench merchants --tiny"],
  "bench orders": ["bench orders --tiny"],
  "bench payments": ["bench payments --tiny"],
  "bench scroll": ["bench scroll --tiny"],
  "bench web": ["bench web --tiny"],
  crash: ["crash --tiny"],
  fuzz: ["fuzz --bodies 300"],
  gallery: ["gallery --tiny"],
  "db:generate": ["db-generate --tiny"],
  sbom: ["sbom"],
  image: ["image --to DATA_DIR/image"],
  "tools on a database": ["migrate apply", "doctor", "audit-verify", "reparse", "rewrap", "user list", "support-bundle"],
};

/** A stage for each, in a data folder that is removed afterwards. Checks that they work, not how fast they are. */
export function tinyStages(): Stage[] {
  return Object.entries(tinyRuns).map(([name, commands]) => ({
    name: `tiny: ${name}`,
    run: async () => {
      const dataDir = await makeTempFolder("tiny");
      try {
        return await runAll(commands, { ...noSettings, DATA_DIR: dataDir });
      } finally {
        await removeFolder(dataDir);
      }
    },
  }));
}

async function runAll(commands: readonly string[], env: { DATA_DIR: string }): Promise<StageResult> {
  const count = { passed: 0, failed: 0 };
  for (const command of commands) {
    const [name, ...flags] = command.split(" ").map((part) => part.replace("DATA_DIR", env.DATA_DIR));
    const program = ["--import", "./scripts/support/preload.mjs", `scripts/${name}.ts`, ...flags];
    const { code } = await runTool(process.execPath, program, { env });
    count[code === 0 ? "passed" : "failed"] += 1;
  }
  return count;
}
