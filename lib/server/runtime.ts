import "server-only";
import { type Runtime, runtimeKey } from "#lib/app/runtime.ts";

type RuntimeHolder = { [runtimeKey]?: Promise<Runtime> };

/**
 * The runtime of this process. The front server creates it before Next serves; where Next runs without the front
 * server the first request creates it from the settings, and needs DATABASE_URL.
 */
export function getRuntime(): Promise<Runtime> {
  const holder = globalThis as RuntimeHolder;
  holder[runtimeKey] ??= startAlone().catch((cause) => {
    delete holder[runtimeKey];
    throw cause;
  });
  return holder[runtimeKey];
}

async function startAlone(): Promise<Runtime> {
  const [{ createRuntime }, { loadSettings }] = await Promise.all([
    import("#lib/app/create-runtime.ts"),
    import("#lib/app/settings/settings.ts"),
  ]);
  const settings = loadSettings(process.env);
  if (!settings.databaseUrl) throw new Error("Set DATABASE_URL: without server.ts no embedded PostgreSQL is started.");
  const runtime = await createRuntime(settings, { databaseUrl: settings.databaseUrl });
  runtime.notify.prime();
  await runtime.begin();
  return runtime;
}
