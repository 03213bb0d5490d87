// Runs a command of the image every day at a time (UTC): `node deploy/nightly.mjs 02:30 backup --to /backups`.
// For where nothing else does, as in compose.yml. What the command says is in the container's log.
import { spawn } from "node:child_process";
import path from "node:path";

const [time = "", ...command] = process.argv.slice(2);
const [, hours, minutes] = /^([01]\d|2[0-3]):([0-5]\d)$/.exec(time) ?? [];
const bootstrap = path.resolve(import.meta.dirname, "..", "scripts", "bootstrap.mjs");
const retryMs = 600_000;
const triesMax = 6;

if (hours === undefined || command.length === 0) {
  process.stderr.write("Usage: node deploy/nightly.mjs HH:MM COMMAND [FLAGS]\n");
  process.exit(1);
}
for (const name of ["SIGINT", "SIGTERM"]) process.on(name, () => process.exit(0));
schedule();

function schedule() {
  const now = new Date();
  const next = new Date(now);
  next.setUTCHours(Number(hours), Number(minutes), 0, 0);
  if (next <= now) next.setUTCDate(next.getUTCDate() + 1);
  process.stdout.write(`${command.join(" ")}: next at ${next.toISOString()}\n`);
  setTimeout(() => run(1), next.getTime() - now.getTime());
}

/** Again after ten minutes when it failed, as while the database restarts. @param {number} tries */
function run(tries) {
  const child = spawn(process.execPath, [bootstrap, ...command], { stdio: "inherit" });
  child.once("exit", (code) => {
    if (code === 0 || tries >= triesMax) return schedule();
    process.stdout.write(`${command.join(" ")} ended with ${code}; again in ${retryMs / 60_000} minutes\n`);
    setTimeout(() => run(tries + 1), retryMs);
  });
}
