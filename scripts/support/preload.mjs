// Loaded before every command: `.env` first (the real environment wins), then a watch on the process that started us.
import { existsSync } from "node:fs";

// The end-to-end tests set COUNTERFOIL_ENV_FILE to nothing: a developer's own settings must not change what they test.
const envFile = process.env.COUNTERFOIL_ENV_FILE ?? ".env";
if (envFile && existsSync(envFile)) process.loadEnvFile(envFile);

// Next.js starts workers of its own in development, which get the same flags: their channel must keep them alive.
if (process.channel && !process.argv[1]?.includes("node_modules")) {
  process.on("disconnect", () => process.kill(process.pid, "SIGTERM"));
  process.channel.unref();
}
