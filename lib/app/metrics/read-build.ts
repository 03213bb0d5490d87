import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";

/** Written by a finished build: the digest of its sources. */
export const buildStampFile = path.join(".next", "counterfoil-build");

const packageSchema = z.object({ version: z.string() });
const buildCharacters = 12;

/** The version of this program, and of its pages the beginning of the digest of their sources. */
export function readBuild(): { version: string; build: string } {
  const { version } = packageSchema.parse(JSON.parse(readFileSync(path.resolve("package.json"), "utf8")));
  return { version, build: readDigest().slice(0, buildCharacters) };
}

function readDigest(): string {
  try {
    return readFileSync(path.resolve(buildStampFile), "utf8").trim();
  } catch {
    return "none";
  }
}
