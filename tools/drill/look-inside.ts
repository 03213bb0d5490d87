import { readFileSync } from "node:fs";
import path from "node:path";
import { z } from "zod";
import type { Figure } from "#tools/bench/support/report.ts";
import { type ContainerEngine, user as imageUser, lastLines, runFlags } from "./container-engine.ts";
import { atMost } from "./figures.ts";

const namesSchema = z.array(z.string());
const insideSchema = z.object({
  user: z.number(),
  group: z.number(),
  writable: namesSchema,
  tools: namesSchema,
  development: namesSchema,
  leftovers: namesSchema,
  setuid: namesSchema,
  files: z.number(),
  outside: z.number(),
  sandbox: z.string().optional(),
  inventory: z.number(),
});
export type Inside = z.output<typeof insideSchema>;

const source = path.join(import.meta.dirname, "look-inside.mjs");
const mayBeWritten = ["/data", "/journal", "/tmp"];
const noLongerThan = 8;

/** Runs a container of the image that looks at itself. */
export function lookInside(engine: ContainerEngine, image: string, flags: readonly string[]): Inside {
  const args = ["run", "--rm", "--interactive", ...runFlags, ...flags, "--entrypoint=node", image, "--input-type=module", "-"];
  const { code, stdout, stderr } = engine.podman(args, { input: readFileSync(source, "utf8") });
  if (code !== 0) throw new Error(`${image} cannot be looked into: ${lastLines(stderr)}`);
  return insideSchema.parse(JSON.parse(stdout));
}

/** What an image must be, whoever runs it. */
export function insideFigures(name: string, inside: Inside): Figure[] {
  const none = (what: string, found: readonly string[]): Figure => ({
    name: `${name}: ${what}`,
    value: found.length === 0 ? "none" : shorten(found),
    goal: "none",
    isMet: found.length === 0,
  });
  const { user, group, writable, tools, development, leftovers, setuid, outside, sandbox, inventory } = inside;
  return [
    {
      name: `${name}: runs as`,
      value: `${user}:${group}`,
      goal: "65532:65532",
      isMet: user === imageUser && group === imageUser,
    },
    none(
      `folders and files that it can write, besides ${mayBeWritten.join(", ")}`,
      writable.filter((file) => !mayBeWritten.some((folder) => file === folder || file.startsWith(`${folder}/`))),
    ),
    none("package managers, compilers, interpreters and database servers", tools),
    none("packages for development", development),
    none("settings, keys and data of another installation", leftovers),
    none("programs that change the user", setuid),
    { name: `${name}: the sandbox is`, value: sandbox ?? "unset", goal: "off", isMet: sandbox === "off" },
    {
      name: `${name}: bytes of its list of packages`,
      value: String(inventory),
      goal: "at least 10000",
      isMet: inventory >= 10_000,
    },
    atMost(`${name}: networks besides loopback`, outside, 0),
  ];
}

function shorten(found: readonly string[]): string {
  const rest = found.length - noLongerThan;
  return `${found.slice(0, noLongerThan).join(", ")}${rest > 0 ? ` and ${rest} more` : ""}`;
}
