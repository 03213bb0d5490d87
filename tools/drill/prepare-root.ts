import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { ProgramsMissingError } from "./programs.ts";

type Owner = { uid: number; gid: number };

const devices = [
  { name: "null", minor: "3" },
  { name: "zero", minor: "5" },
  { name: "urandom", minor: "9" },
];

/** What packages leave to the installation of a system, and these folders, empty, for the user of the database. */
export function prepareRoot(root: string, { uid, gid }: Owner, writtenFolders: readonly string[]): void {
  const inside = (name: string) => path.join(root, name);
  for (const name of ["bin", "sbin", "lib", "lib64"]) {
    if (!existsSync(inside(name))) symlinkSync(path.join("usr", name), inside(name));
  }
  rmSync(inside("/var/run"), { recursive: true, force: true });
  symlinkSync("../run", inside("/var/run"));
  for (const name of writtenFolders) {
    rmSync(inside(name), { recursive: true, force: true });
    mkdirSync(inside(name), { recursive: true });
    chmodSync(inside(name), 0o700);
    chownSync(inside(name), uid, gid);
  }
  mkdirSync(inside("/etc"), { recursive: true });
  writeFileSync(inside("/etc/passwd"), `postgres:x:${uid}:${gid}::/var/lib/postgresql:/bin/sh\n`);
  writeFileSync(inside("/etc/group"), `postgres:x:${gid}:\n`);
  for (const { name, minor } of devices) {
    const file = inside(`/dev/${name}`);
    if (existsSync(file)) continue;
    const { status, stderr } = spawnSync("mknod", ["-m", "666", file, "c", "1", minor], { encoding: "utf8" });
    if (status !== 0) throw new ProgramsMissingError(`No device can be made here (${stderr.trim()}).`);
  }
}
