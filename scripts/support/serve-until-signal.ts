import { ListenError } from "#lib/runtime/front-door/listen.ts";
import { SettingsError } from "#lib/runtime/settings.ts";
import type { Log } from "#lib/services/log.ts";
import { EmbeddedDatabaseError } from "#lib/store/embedded/embedded-error.ts";
import { MigrationError } from "#lib/store/migrate-indexes.ts";
import { SchemaVersionError } from "#lib/store/schema-version.ts";
import { BuildError } from "./build-app.ts";
import { DatabaseAwayError } from "./open-database.ts";
import { say, sayProblem } from "./say.ts";

/** What a command started, in the order in which it began; all is ended in the opposite order. */
export type Startup = {
  /** Aborted by the first SIGINT or SIGTERM; starting goes no further then. */
  signal: AbortSignal;
  onStop(stop: () => Promise<void>): void;
};

export type Serving = { log: Log; announce(): void };

const exitCodes = { SIGINT: 130, SIGTERM: 143 };
// One Ctrl-C arrives several times: from the terminal, from npm and from bootstrap.
const sameSignalMs = 1_000;
const leaveWithinMs = 25_000;

/**
 * Starts a server, waits for a signal and takes all down again. Whatever fails on the way is one line, exit code 1,
 * and what was started is stopped. Does not return.
 */
export async function serveUntilSignal(what: string, start: (startup: Startup) => Promise<Serving>): Promise<void> {
  const life = watchSignals();
  const stops: (() => Promise<void>)[] = [];
  try {
    const serving = await start({ signal: life.signal, onStop: (stop) => void stops.unshift(stop) });
    logStrayErrors(serving.log);
    life.ready();
    if (!life.signal.aborted) serving.announce();
    await life.ended;
    say("Stopping …");
  } catch (error) {
    process.exitCode = life.signal.aborted ? life.exitCode() : 1;
    if (!life.signal.aborted) sayProblem(wordsFor(what, error));
  }
  for (const stop of stops) await stop();
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

function logStrayErrors(log: Log): void {
  process.on("unhandledRejection", (cause) => log.error({ cause }, "A promise was rejected and nobody looked."));
  process.on("uncaughtException", (cause) => log.error({ cause }, "An error was thrown and nobody caught it."));
}

function wordsFor(what: string, error: unknown): string {
  const known = [
    SettingsError,
    ListenError,
    EmbeddedDatabaseError,
    DatabaseAwayError,
    SchemaVersionError,
    MigrationError,
    BuildError,
  ].some((kind) => error instanceof kind);
  if (error instanceof Error) return known ? error.message : `${what} could not start: ${error.stack ?? error.message}`;
  return `${what} could not start: ${String(error)}`;
}
