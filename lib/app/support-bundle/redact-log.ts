import { z } from "zod";
import { hideInText } from "#lib/privacy/hide-personal.ts";
import { hideHome } from "./describe-settings.ts";

/** Members of our own log lines with ids, codes, counts and names of our own. Anything else, such as a merchant, is left out. */
const keptMembers = new Set(
  "time level requestId code environment kind route method status outcome pool run deliveryId bytes count saved seconds finishMs".split(
    " ",
  ),
);
const ownWord = /^[\w./:{}-]{1,80}$/;
const textMax = 400;
const causesMax = 4;
const framesMax = 8;

const lineSchema = z.looseObject({ time: z.string(), level: z.number(), msg: z.string() });
const causeSchema = z.looseObject({ name: z.string().optional(), message: z.string().optional() });

export type Hide = (text: string) => string;

/** What a support bundle may show of a line of our log, also behind what a collector put before it; undefined when it is none. */
export function redactLine(line: string, hide: Hide): Record<string, unknown> | undefined {
  const parsed = lineSchema.safeParse(parseJson(line.slice(Math.max(0, line.indexOf("{")))));
  if (!parsed.success) return undefined;
  const { msg, ...rest } = parsed.data;
  const kept = Object.entries(rest).flatMap(([name, value]) => (keptMembers.has(name) ? keep(name, value, hide) : []));
  const cause = redactCause(rest.cause ?? rest.err, hide, causesMax);
  return { ...Object.fromEntries(kept), msg: redactText(msg, hide), ...(cause && { cause }) };
}

function keep(name: string, value: unknown, hide: Hide): [string, unknown][] {
  if (typeof value === "number" && Number.isFinite(value)) return [[name, value]];
  return typeof value === "string" && ownWord.test(value) ? [[name, hide(value)]] : [];
}

function redactCause(value: unknown, hide: Hide, depth: number): Record<string, unknown> | undefined {
  const parsed = causeSchema.safeParse(value);
  if (!parsed.success || depth === 0) return undefined;
  const { name, message, code, stack, cause } = parsed.data;
  const inner = redactCause(cause, hide, depth - 1);
  return {
    ...(name !== undefined && { name: redactText(name, hide) }),
    ...(typeof code === "string" && ownWord.test(code) && { code: hide(code) }),
    ...(message !== undefined && { message: redactText(message, hide) }),
    ...(typeof stack === "string" && { stack: listFrames(stack, hide) }),
    ...(inner && { cause: inner }),
  };
}

/** The places only: the first lines of a stack repeat the message. */
function listFrames(stack: string, hide: Hide): string[] {
  const frames = stack.split("\n").flatMap((line) => (/^\s+at /.test(line) ? line.trim() : []));
  return frames.slice(0, framesMax).map((line) => hide(hideHome(line.replaceAll(process.cwd(), "."))));
}

/** Quoted text and what follows "=" may be a value from a request. */
function redactText(text: string, hide: Hide): string {
  const words = hide(text.slice(0, textMax)).replaceAll(/"[^"]*"/g, '"…"');
  return hideInText(hideHome(words.replaceAll(/=\S+/g, "=…")));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
