import type { z } from "zod";
import type { Message } from "#lib/core/text.ts";
import { brokenError } from "./api-error.ts";
import { screenStateOf } from "./screen-state.ts";
import { send, whileReachable } from "./send.ts";

/** Loaded with the first response, so that other pages do not load the contract. */
type LazySchema<Schema extends z.ZodType> = () => Promise<Schema>;

type Options<Schema extends z.ZodType> = { schema: LazySchema<Schema>; signal: AbortSignal; body?: unknown };

/** Yields the lines of a streamed response of our own `/api`; a body is posted. Throws ApiError, also for an incomplete response. */
export async function* fetchLines<Schema extends z.ZodType>(
  path: string,
  { schema: loadSchema, signal, body }: Options<Schema>,
): AsyncGenerator<z.output<Schema>> {
  const toShown = await readShownAs(path, signal);
  const response = await send(path, { signal, ...(body === undefined ? {} : { method: "POST", body }) });
  const reader = response.body?.pipeThrough(new TextDecoderStream()).getReader();
  if (!reader) return;
  let rest = "";
  try {
    const schema = await loadSchema();
    for (;;) {
      const { done, value } = await whileReachable(() => reader.read(), signal);
      if (done) return;
      const lines = (rest + value).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines.flatMap((text) => toShown(JSON.parse(text)))) yield schema.parse(line);
    }
  } finally {
    await reader.cancel().catch(() => {});
  }
}

/** The same of lines that are steps. Without the step "end" it was interrupted, and so it failed: throws ApiError. */
export async function* fetchSteps<Schema extends z.ZodType<{ step: string }>>(
  path: string,
  { interrupted, ...options }: Options<Schema> & { interrupted: Message },
): AsyncGenerator<z.output<Schema>> {
  let isDone = false;
  for await (const step of fetchLines(path, options)) {
    isDone = step.step === "end";
    yield step;
  }
  if (!isDone) throw brokenError(interrupted);
}

/** The lines; for the sandbox in the chosen test state. */
async function readShownAs(path: string, signal: AbortSignal): Promise<(line: unknown) => unknown[]> {
  const state = screenStateOf(path);
  if (state === undefined) return (line) => [line];
  const { showScreenLine, showScreenState } = await import("./show-screen-state.ts");
  await showScreenState(state, { path, signal, send: async () => undefined });
  return (line) => showScreenLine(state, line);
}
