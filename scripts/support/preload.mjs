// Loaded before every command: reads `.env` (the real environment wins), then watches the parent process.
import { existsSync } from "node:fs";
import path from "node:path";

// The end-to-end tests set COUNTERFOIL_ENV_FILE to an empty value, so that a developer's settings do not affect them.
const named = process.env.COUNTERFOIL_ENV_FILE;
const envFile = named ?? ".env";
// Only `.env` may be missing: without the file somebody named, a command would work on another installation.
if (named || (envFile && existsSync(envFile))) loadOrExit(envFile);

/** @param {string} file */
function loadOrExit(file) {
  try {
    process.loadEnvFile(file);
  } catch {
    const setting = named ? "COUNTERFOIL_ENV_FILE: " : "";
    process.stderr.write(`${setting}${path.resolve(file)} cannot be read; make it a file that this user may read.\n`);
    process.exit(1);
  }
}

// In development Next.js starts workers with the same flags: their IPC channel must keep them alive.
if (process.channel && !process.argv[1]?.includes("node_modules")) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
