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

/** JSON lines through the one redactor: by member name, then by value. Logging never throws. */
export function createLog({ redactor = createRedactor(), level = "info", destination }: LogOptions = {}): Log {
  const options = { level, base: null, timestamp: pino.stdTimeFunctions.isoTime };
  const lines = destination ? pino(options, destination) : pino(options);
  const write = (at: "info" | "warn" | "error") => (fields: object, message: string) => {
    lines[at](redactor.redact(fields), String(redactor.redact(message)));
  };
  return { info: write("info"), warn: write("warn"), error: write("error") };
}
