import "server-only";
import { createRuntime } from "../runtime/create-runtime.ts";
import { type Runtime, runtimeKey } from "../runtime/runtime.ts";
import { loadSettings } from "../runtime/settings.ts";

type RuntimeHolder = { [runtimeKey]?: Promise<Runtime> };

/**
 * The process's one runtime. The front door makes it before Next serves; where Next runs without the front
 * door the first request makes it from the settings, and needs DATABASE_URL.
 */
export function getRuntime(): Promise<Runtime> {
  const holder = globalThis as RuntimeHolder;
  holder[runtimeKey] ??= startAlone();
  return holder[runtimeKey];
}

async function startAlone(): Promise<Runtime> {
  const settings = loadSettings(process.env);
  if (!settings.databaseUrl) throw new Error("Set DATABASE_URL: without server.ts no embedded PostgreSQL is started.");
  const runtime = await createRuntime(settings, { databaseUrl: settings.databaseUrl });
  await runtime.prepare();
  await runtime.start();
  return runtime;
}
