import { notifySupervisor } from "#lib/http/supervisor.ts";
import type { Log } from "#lib/services/log.ts";
import { isForPeople } from "./problem-lines.ts";
import { printProblem, say } from "./say.ts";

/** What a command started, in the order of starting; stopped in reverse order. */
export type Startup = {
  /** Aborted by the first SIGINT or SIGTERM, which also interrupts the start. */
  signal: AbortSignal;
  onStop(stop: () => Promise<void>): void;
};

export type Serving = {
  log: Log;
  announce(): void;
  /** How long its stop serves on before it begins to stop. */
  drainSeconds: number;
};

const exitCodes = { SIGINT: 130, SIGTERM: 143 };
// One Ctrl-C arrives several times: from the terminal, from npm and from bootstrap.
const sameSignalMs = 1_000;
const leaveWithinMs = 25_000;

/**
 * Starts a server, waits for a signal and stops everything, also after an uncaught error: the state is unknown then, so
 * pending requests are completed and the process exits with 1. A failure is printed as one line, the exit code is
 * 1, and everything that was started is stopped. Does not return.
 */
export async function serveUntilSignal(what: string, start: (startup: Startup) => Promise<Serving>): Promise<void> {
  const life = watchLife();
  const stops: (() => Promise<void>)[] = [];
  try {
    const serving = await start({ signal: life.signal, onStop: (stop) => void stops.unshift(stop) });
    life.ready(serving);
    if (!life.signal.aborted) {
      serving.announce();
      await notifySupervisor("READY=1");
    }
    await life.ended;
    say("Stopping …");
  } catch (error) {
    if (!life.signal.aborted) printProblem(wordsFor(what, error));
    process.exitCode ??= life.signal.aborted ? life.exitCode() : 1;
  }
  for (const stop of stops) await stop().catch(life.onStrayError);
  // Everything of ours is closed; a library's forgotten timer must not keep the process alive.
  process.exit(process.exitCode ?? life.exitCode());
}

/** The first SIGINT, SIGTERM or uncaught error starts a graceful shutdown; another signal a second later exits at once. */
function watchLife() {
  const controller = new AbortController();
  let first: { name: "SIGINT" | "SIGTERM"; at: number } | undefined;
  let log: Log | undefined;
  let drainSeconds = 0;
  let hasFailed = false;
  const { promise: ended, resolve } = Promise.withResolvers<void>();
  const leave = () => {
    if (controller.signal.aborted) return;
    controller.abort();
    resolve();
    setTimeout(() => process.exit(1), drainSeconds * 1_000 + leaveWithinMs).unref();
  };
  const onSignal = (name: "SIGINT" | "SIGTERM") => {
    if (first && performance.now() - first.at > sameSignalMs) process.exit(exitCodes[name]);
    first ??= { name, at: performance.now() };
    leave();
  };
  const onStrayError = (cause: unknown) => {
    hasFailed = true;
    if (log) log.error({ cause }, "An error that nobody caught ends the process.");
    else printProblem(cause instanceof Error ? (cause.stack ?? cause.message) : String(cause));
    leave();
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  process.on("uncaughtException", onStrayError).on("unhandledRejection", onStrayError);
  return {
    signal: controller.signal,
    ended,
    onStrayError,
    ready: (serving: Serving) => {
      ({ log, drainSeconds } = serving);
    },
    /** 0 once it has served requests: being stopped is then a normal exit, unless the process set a code because it gave up. */
    exitCode: () => {
      if (hasFailed) return 1;
      return log || !first ? 0 : exitCodes[first.name];
    },
  };
}

function wordsFor(what: string, error: unknown): string {
  if (isForPeople(error)) return error.message;
  return `${what} could not start: ${error instanceof Error ? (error.stack ?? error.message) : String(error)}`;
}
