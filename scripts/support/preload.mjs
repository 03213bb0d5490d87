// Loaded before every command: reads `.env` (the real environment wins), then watches the parent process.
import { existsSync } from "node:fs";

// The end-to-end tests set COUNTERFOIL_ENV_FILE to an empty value, so that a developer's settings do not affect them.
const envFile = process.env.COUNTERFOIL_ENV_FILE ?? ".env";
if (envFile && existsSync(envFile)) process.loadEnvFile(envFile);

// In development Next.js starts workers with the same flags: their IPC channel must keep them alive.
if (process.channel && !process.argv[1]?.includes("node_modules")) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
