import { makeKeptFolder, makeTempFolder, removeFolder } from "./temp-folder.ts";

export type OwnRun = {
  /** Folder for the output of everything that the run starts. */
  folder: string;
  /** Cleanup in reverse order, when the work has ended or failed, or after a signal. */
  defer(undo: () => Promise<unknown> | unknown): void;
};

const exitCodes = { SIGINT: 130, SIGTERM: 143 };

/** Does the work in a folder of its own and leaves nothing behind: no process, no server, and no file except in `keep`. */
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
