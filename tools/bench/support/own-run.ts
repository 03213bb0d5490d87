import { type Defer, withCleanup } from "#scripts/support/with-cleanup.ts";
import { makeKeptFolder, makeTempFolder, removeFolder } from "./temp-folder.ts";

export type OwnRun = {
  /** Folder for the output of everything that the run starts. */
  folder: string;
  /** Cleanup in reverse order, when the work has ended or failed, or after a signal. */
  defer: Defer;
};

/** Does the work in a folder of its own and leaves nothing behind: no process, no server, and no file except in `keep`. */
export async function withOwnRun<Result>(
  name: string,
  work: (run: OwnRun) => Promise<Result>,
  { keep }: { keep?: string | undefined } = {},
): Promise<Result> {
  const folder = keep === undefined ? await makeTempFolder(name) : await makeKeptFolder(keep);
  return withCleanup((defer) => {
    if (keep === undefined) defer(() => removeFolder(folder));
    return work({ folder, defer });
  });
}
