type Undo = () => Promise<unknown> | unknown;
export type Defer = (undo: Undo) => void;

const exitCodes = { SIGINT: 130, SIGTERM: 143 };

/**
 * Does the work, then what it deferred, in reverse order: when it has ended or failed, and also after a signal, which then ends
 * the process, so it is not nested. One step that fails does not keep the others from being done.
 */
export async function withCleanup<Result>(work: (defer: Defer) => Promise<Result>): Promise<Result> {
  const undos: Undo[] = [];
  let cleaning: Promise<void> | undefined;
  const clean = async () => {
    // What is deferred meanwhile belongs to it as well.
    for (let undo = undos.pop(); undo; undo = undos.pop()) {
      try {
        await undo();
      } catch {}
    }
  };
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    cleaning ??= clean();
    void cleaning.finally(() => process.exit(exitCodes[signal]));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    return await work((undo) => undos.push(undo));
  } finally {
    cleaning ??= clean();
    await cleaning;
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
