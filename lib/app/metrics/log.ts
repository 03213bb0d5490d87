import fs from "node:fs";
import os from "node:os";
import { type DestinationStream, pino } from "pino";
import { createRedactor, type Redactor } from "#lib/privacy/redact.ts";
import type { Log } from "#lib/services/log.ts";
import { readBuild } from "./read-build.ts";

export const logLevels = ["info", "warn", "error", "silent"] as const;
export type LogLevel = (typeof logLevels)[number];

/** `instance`: the machine and the process. */
export type LogWriter = { instance: string; version: string };

export type LogOptions = {
  /** Redacts its registered secrets, besides everything with a credential's name or format (docs/security.md, rule 23). */
  redactor?: Redactor;
  level?: LogLevel;
  /** Who writes, in every line: several processes may share one log. */
  writer?: LogWriter;
  /** Standard output by default. */
  destination?: DestinationStream;
};

/** The log of this process, whose lines may be sent elsewhere as well. */
export type OwnLog = Log & {
  /** From now on `copy` is given each line as it was written; undefined: nothing any more. */
  copyTo(copy: ((line: string) => void) | undefined): void;
};

const waitingBytesMax = 4 * 1024 * 1024;

/** JSON lines, redacted by field name, then by value. Logging never throws. */
export function createLog({ redactor = createRedactor(), level = "info", writer, destination }: LogOptions = {}): OwnLog {
  let copyLine: ((line: string) => void) | undefined;
  const output = destination ?? standardOutput();
  const both: DestinationStream = {
    write(line) {
      output.write(line);
      copyLine?.(line);
    },
  };
  const lines = pino({ level, base: writer ?? null, timestamp: pino.stdTimeFunctions.isoTime }, both);
  const write = (at: "info" | "warn" | "error") => (fields: object, message: string) => {
    lines[at](redactor.redact(fields), String(redactor.redact(message)));
  };
  return {
    info: write("info"),
    warn: write("warn"),
    error: write("error"),
    copyTo(copy) {
      copyLine = copy;
    },
  };
}

/** Of this process. */
export function thisWriter(): LogWriter {
  return { instance: `${os.hostname()}-${process.pid}`, version: readBuild().version };
}

/**
 * Lines are written asynchronously. What cannot be written to a full disk at exit is dropped:
 * sonic-boom would retry that write forever, and the process would not exit.
 */
function standardOutput(): DestinationStream {
  const stream = pino.destination({ dest: 1, sync: false, maxLength: waitingBytesMax });
  // A line that could not be written: the failure cannot be logged either.
  stream.on("error", () => {});
  const flushSync = stream.flushSync.bind(stream);
  stream.flushSync = () => withWritesThatDrop(flushSync);
  return stream;
}

/** While `work` runs, a synchronous write that fails for another reason than a busy reader counts as done. */
function withWritesThatDrop(work: () => void): void {
  const { writeSync } = fs;
  const write = (fd: number, text: string): number => {
    try {
      return writeSync(fd, text);
    } catch (cause) {
      if (isBusy(cause)) throw cause;
      return Buffer.byteLength(text);
    }
  };
  Object.assign(fs, { writeSync: write });
  try {
    work();
  } finally {
    Object.assign(fs, { writeSync });
  }
}

function isBusy(cause: unknown): boolean {
  return cause instanceof Error && "code" in cause && (cause.code === "EAGAIN" || cause.code === "EBUSY");
}
