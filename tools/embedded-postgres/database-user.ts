import { spawnSync } from "node:child_process";
import { statSync } from "node:fs";
import { EmbeddedDatabaseError } from "./embedded-error.ts";

/** The system user that PostgreSQL runs as. It refuses root, so root uses an ordinary user; other users run it themselves (undefined). */
export type DatabaseUser = { uid: number; gid: number } | undefined;

const userName = "postgres";

/** As root: the owner of an existing cluster, otherwise the user `postgres`, which is created when missing. */
export function findDatabaseUser(cluster: string): DatabaseUser {
  if (process.getuid?.() !== 0) return undefined;
  const owner = statSync(cluster, { throwIfNoEntry: false });
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid };
  return findUser(userName) ?? makeUser();
}

/** Whether that user can enter the folder, including every folder above it. */
export function canEnter(folder: string, user: DatabaseUser): boolean {
  if (!user) return true;
  return spawnSync("/bin/sh", ["-c", 'cd -- "$1"', "sh", folder], { ...user, cwd: "/", stdio: "ignore" }).status === 0;
}

function makeUser(): DatabaseUser {
  spawnSync("groupadd", ["--system", userName], { stdio: "ignore" });
  spawnSync("useradd", ["--system", "--no-create-home", "--gid", userName, userName], { stdio: "ignore" });
  const made = findUser(userName);
  if (made) return made;
  throw new EmbeddedDatabaseError(
    `DATABASE_URL: PostgreSQL does not run as root and the user "${userName}" could not be made; start as an ordinary user, or set DATABASE_URL.`,
  );
}

function findUser(name: string): DatabaseUser {
  const [uid, gid] = [numberFrom(["-u", name]), numberFrom(["-g", name])];
  return uid === undefined || gid === undefined ? undefined : { uid, gid };
}

function numberFrom(flags: string[]): number | undefined {
  const { status, stdout } = spawnSync("id", flags, { encoding: "utf8", stdio: ["ignore", "pipe", "ignore"] });
  return status === 0 ? Number.parseInt(stdout, 10) : undefined;
}
