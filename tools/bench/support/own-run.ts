import { makeKeptFolder, makeTempFolder, removeFolder } from "./temp-folder.ts";

export type OwnRun = {
  /** Everything the run starts writes here. */
  folder: string;
  /** Undone in the opposite order when the work is over, failed, or a signal ends us. */
  defer(undo: () => Promise<unknown> | unknown): void;
};

const exitCodes = { SIGINT: 130, SIGTERM: 143 };

/** Does the work in a folder of its own and leaves nothing behind: no process, no server, and no file but in `keep`. */
export async function withOwnRun<Result>(
  name: string,
  work: (run: OwnRun) => Promise<Result>,
  { keep }: { keep?: string | undefined } = {},
): Promise<Result> {
  const folder = keep === undefined ? await makeTempFolder(name) : await makeKeptFolder(keep);
  const undos: (() => Promise<unknown> | unknown)[] = keep === undefined ? [() => removeFolder(folder)] : [];
  let cleaning: Promise<void> | undefined;
  const clean = async () => {
    for (const undo of undos.reverse()) await Promise.resolve(undo()).catch(() => {});
  };
  const onSignal = (signal: "SIGINT" | "SIGTERM") => {
    cleaning ??= clean();
    void cleaning.finally(() => process.exit(exitCodes[signal]));
  };
  process.on("SIGINT", onSignal).on("SIGTERM", onSignal);
  try {
    return await work({ folder, defer: (undo) => undos.push(undo) });
  } finally {
    cleaning ??= clean();
    await cleaning;
    process.off("SIGINT", onSignal).off("SIGTERM", onSignal);
  }
}
