import { spawnSync } from "node:child_process";
import type { Programs } from "./programs.ts";

export type PacketDrop = { begin(): void; end(): void };

const table = "inet counterfoil_drill";

/** Drops every packet to and from that port, without a word to either side. Only in a network namespace of the drill's own. */
export function createPacketDrop(programs: Programs, port: number): PacketDrop {
  const nft = (rules: string) => {
    const [program, args] = programs.command("nft", [rules]);
    const { status, stderr, error } = spawnSync(program, args, { encoding: "utf8" });
    if (status !== 0) throw new Error(`nft ${rules}: ${error?.message ?? stderr.trim()}`);
  };
  return {
    begin: () =>
      nft(
        `table ${table} { chain output { type filter hook output priority 0; policy accept; tcp dport ${port} drop; tcp sport ${port} drop; }; }`,
      ),
    end: () => nft(`delete table ${table}`),
  };
}
