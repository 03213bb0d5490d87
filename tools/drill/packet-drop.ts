import { spawnSync } from "node:child_process";
import type { Programs } from "./programs.ts";

export type PacketDrop = { begin(): void; end(): void };

/** What nft drops. `enter`: the start of a command line that runs the rest in another network. */
export type DropRules = { output: string; input?: string; enter?: readonly string[] };

const table = "inet counterfoil_drill";

/** Drops every packet to and from that port, without a word to either side. Only in a network namespace of the drill's own. */
export const createPacketDrop = (programs: Programs, port: number): PacketDrop =>
  createDrop(programs, { output: `tcp dport ${port} drop; tcp sport ${port} drop;` });

export function createDrop(programs: Programs, { output, input = "", enter = [] }: DropRules): PacketDrop {
  const nft = (rules: string) => {
    const [program, args] = programs.command("nft", [rules]);
    const [first = program, ...rest] = [...enter, program, ...args];
    const { status, stderr, error } = spawnSync(first, rest, { encoding: "utf8" });
    if (status !== 0) throw new Error(`nft ${rules}: ${error?.message ?? stderr.trim()}`);
  };
  const chain = (name: string, rules: string) =>
    `chain ${name} { type filter hook ${name} priority 0; policy accept; ${rules} };`;
  return {
    begin: () => nft(`table ${table} { ${chain("output", output)} ${chain("input", input)} }`),
    end: () => nft(`delete table ${table}`),
  };
}
