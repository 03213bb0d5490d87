import { spawnSync } from "node:child_process";
import { existsSync } from "node:fs";
import { say } from "./say.ts";

export const hasDebianPackages = (): boolean => existsSync("/usr/bin/apt-get");

export const canInstallFromDebian = (): boolean => process.getuid?.() === 0 && hasDebianPackages();

/** Installs packages of Debian; throws with what apt-get said. `purpose` is for who waits. */
export function installFromDebian(packages: readonly string[], purpose: string): void {
  say(`Installing Debian's ${packages.join(" and ")}: ${purpose} (once, about half a minute) …`);
  const env = { ...process.env, DEBIAN_FRONTEND: "noninteractive" };
  for (const flags of [["update"], ["install", "-y", "--no-install-recommends", ...packages]]) {
    const { status, stderr } = spawnSync("apt-get", flags, { env, encoding: "utf8", stdio: ["ignore", "ignore", "pipe"] });
    if (status !== 0) throw new Error(`apt-get ${flags[0]} failed: ${stderr.trim()}`);
  }
}
