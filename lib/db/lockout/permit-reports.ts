import { setTimeout as delay } from "node:timers/promises";
import { withTimeout } from "#lib/core/with-timeout.ts";
import type { Outcome, PairRef } from "#lib/gateway/permit.ts";

type Report = { ref: PairRef; attemptId: string; outcome: Outcome };

/** Writes outcomes of attempts to the database, with retries. */
export type PermitReports = {
  /** Announces an attempt: `close` waits for its outcome, or for `expectNoMore`. */
  expect(attemptId: string): void;
  expectNoMore(attemptId: string): void;
  /** Writes an outcome; if that fails, queues it for retries until it is written. */
  write(report: Report): Promise<void>;
  /** Whether all outcomes of the integration are written; retries those that are not. */
  areWritten(ref: PairRef): Promise<boolean>;
  isClosing(): boolean;
  /** Waits briefly for outstanding outcomes, and for all of them to be written. */
  close(): Promise<void>;
};

type Options = {
  save: (report: Report) => Promise<void>;
  /** Called once for each outcome whose first write failed. */
  onKept?: ((cause: unknown) => void) | undefined;
  closeWithinMs?: number | undefined;
};

const firstRetryMs = 100;
const maxRetryMs = 5_000;
const pollMs = 50;

/**
 * The gateway has answered: a failed write must not turn the result into an unknown one. It stays in memory until the
 * database accepts it; if the process dies first, the attempt has no result, as after any crash.
 */
export function createPermitReports({ save, onKept, closeWithinMs = 2_500 }: Options): PermitReports {
  const expected = new Set<string>();
  const unsaved = new Map<string, Report>();
  const saving = new Map<string, Promise<void>>();
  let timer: NodeJS.Timeout | undefined;
  let isClosing = false;

  async function saveOne(report: Report): Promise<void> {
    await save(report);
    unsaved.delete(report.attemptId);
    expected.delete(report.attemptId);
  }
  /** Saves each separately: one that the database always rejects does not block the others. */
  function saveAgain(report: Report): Promise<void> {
    const { attemptId } = report;
    const running = saving.get(attemptId) ?? saveOne(report).finally(() => saving.delete(attemptId));
    saving.set(attemptId, running);
    return running;
  }
  function saveUnsaved(): Promise<unknown> {
    return Promise.allSettled([...unsaved.values()].map(saveAgain));
  }
  function scheduleRetry(afterMs: number): void {
    if (timer || unsaved.size === 0) return;
    timer = setTimeout(async () => {
      await saveUnsaved();
      timer = undefined;
      scheduleRetry(Math.min(2 * afterMs, maxRetryMs));
    }, afterMs).unref();
  }
  async function saveAll(mayGoOn: () => boolean): Promise<void> {
    while (expected.size > 0 && mayGoOn()) {
      await saveUnsaved();
      if (expected.size > 0) await delay(pollMs, undefined, { ref: false });
    }
  }

  return {
    expect: (attemptId) => void expected.add(attemptId),
    expectNoMore: (attemptId) => void expected.delete(attemptId),
    async write(report) {
      expected.add(report.attemptId);
      try {
        await saveOne(report);
      } catch (cause) {
        onKept?.(cause);
        unsaved.set(report.attemptId, report);
        scheduleRetry(firstRetryMs);
      }
    },
    async areWritten({ integrationClientId, pair: { environment } }) {
      const own = () =>
        [...unsaved.values()].filter(
          ({ ref }) => ref.integrationClientId === integrationClientId && ref.pair.environment === environment,
        );
      await Promise.allSettled(own().map(saveAgain));
      return own().length === 0;
    },
    isClosing: () => isClosing,
    async close() {
      isClosing = true;
      let isOver = false;
      await withTimeout(
        closeWithinMs,
        saveAll(() => !isOver),
      );
      isOver = true;
      clearTimeout(timer);
    },
  };
}
