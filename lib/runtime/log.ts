import { type DestinationStream, pino } from "pino";
import { createRedactor, type Redactor } from "../core/redact.ts";
import type { Log } from "../services/log.ts";

export type LogOptions = {
  /** Hides what is remembered in it, besides everything with a credential's name or shape (identity-rules.md 12). */
  redactor?: Redactor;
  level?: "debug" | "info" | "warn" | "error" | "silent";
  /** Where lines go; standard output unless told. */
  destination?: DestinationStream;
};

const waitingBytesMax = 4 * 1024 * 1024;

/** JSON lines through the one redactor: by member name, then by value. Logging never throws. */
export function createLog({ redactor = createRedactor(), level = "info", destination }: LogOptions = {}): Log {
  const lines = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, destination ?? standardOutput());
  const write = (at: "info" | "warn" | "error") => (fields: object, message: string) => {
    lines[at](redactor.redact(fields), String(redactor.redact(message)));
  };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}

/** A full disk behind it costs lines: neither the process, nor its end, which would wait for the last ones for ever. */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, maxLength: waitingBytesMax });
  const flushSync = stream.flushSync.bind(stream);
  stream.on("error", () => {
    stream.flushSync = () => {};
  });
  stream.on("write", () => {
    stream.flushSync = flushSync;
  });
  return stream;
}
