import { checkFree, ListenError } from "#lib/runtime/front-door/listen.ts";
import { loadSettings, type Settings, SettingsError } from "#lib/runtime/settings.ts";
import { EmbeddedDatabaseError } from "#lib/store/embedded/embedded-error.ts";
import type { RunningServer } from "../../server.ts";
import { BuildError, ensureBuilt } from "./build-app.ts";
import { DatabaseAwayError, type OpenDatabase, openDatabase } from "./open-database.ts";
import { say, sayProblem } from "./say.ts";

export type ServeOptions = { dev: boolean; reset: boolean };

const exitCodes = { SIGINT: 130, SIGTERM: 143 };
// One Ctrl-C arrives several times: from the terminal, from npm and from bootstrap.
const sameSignalMs = 1_000;
const leaveWithinMs = 25_000;

/**
 * `npm start` and `npm run dev`: settings, port, database, build, server; then waits for a signal and takes all down
 * in the opposite order. Whatever fails on the way is one line, exit code 1, and what was started is stopped.
 */
export async function serveDesk(options: ServeOptions): Promise<void> {
  const life = watchSignals();
  let database: OpenDatabase | undefined;
  let server: RunningServer | undefined;
  try {
    Object.assign(process.env, { NODE_ENV: options.dev ? "development" : "production" });
    const settings = loadSettings(process.env);
    await checkFree(settings);
    database = await openDatabase(settings, say);
    life.signal.throwIfAborted();
    if (!options.dev) await ensureBuilt(life.signal);
    life.signal.throwIfAborted();
    const { startServer } = await import("../../server.ts");
    server = await startServer({ settings, databaseUrl: database.url, ...options });
    logStrayErrors(server);
    life.ready();
    if (!life.signal.aborted) announce(settings, server);
    await life.ended;
    say("Stopping …");
  } catch (error) {
    process.exitCode = life.signal.aborted ? life.exitCode() : 1;
    if (!life.signal.aborted) sayProblem(wordsFor(error));
  }
  await server?.stop();
  await database?.close();
  // Nothing of ours is left; a library's forgotten timer must not keep the process.
  process.exit();
}

/** The first SIGINT or SIGTERM asks for an orderly end, another one a second later ends at once. */
function watchSignals() {
  const controller = new AbortController();
  let first: { name: "SIGINT" | "SIGTERM"; at: number } | undefined;
  let isReady = false;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const onSignal = (name: "SIGINT" | "SIGTERM") => {
    if (first && performance.now() - first.at > sameSignalMs) process.exit(exitCodes[name]);
    if (first) return;
    first = { name, at: performance.now() };
    controller.abort();
    resolve();
    setTimeout(() => process.exit(1), leaveWithinMs).unref();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  return {
    signal: controller.signal,
    ended,
    ready: () => {
      isReady = true;
    },
    /** 0 once it has served: being stopped is then how it ends well. */
    exitCode: () => (isReady || !first ? 0 : exitCodes[first.name]),
  };
}

function logStrayErrors({ runtime }: RunningServer): void {
  process.on("unhandledRejection", (cause) => runtime.log.error({ cause }, "A promise was rejected and nobody looked."));
  process.on("uncaughtException", (cause) => runtime.log.error({ cause }, "An error was thrown and nobody caught it."));
}

function announce({ publicOrigin }: Settings, { runtime }: RunningServer): void {
  say();
  say(`Counterfoil is ready at ${publicOrigin}`);
  if (runtime.signIn.length > 0) say("Sign in to the sandbox with one of:");
  const width = Math.max(...runtime.signIn.map(({ email }) => email.length), 0);
  for (const { email, password, role } of runtime.signIn) say(`  ${email.padEnd(width)}  ${password}  (${role})`);
  say("Ctrl-C stops it.");
  say();
}

function wordsFor(error: unknown): string {
  const known = [SettingsError, ListenError, EmbeddedDatabaseError, DatabaseAwayError, BuildError].some(
    (kind) => error instanceof kind,
  );
  if (error instanceof Error) return known ? error.message : `The desk could not start: ${error.stack ?? error.message}`;
  return `The desk could not start: ${String(error)}`;
}
