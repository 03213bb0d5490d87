import type { Sending } from "./send.ts";

/** A request with the response and the stored rows that every entry point must produce. */
export type Case = Sending & {
  name: string;
  /** Sent to the endpoints with another field order. */
  isOtherOrder?: boolean;
  status: number;
  answer: string;
  /** The rows it adds, oldest first; none when omitted. */
  rows?: readonly { verdict: "valid" | "invalid"; reasons?: readonly string[] }[];
};

export const ok = { status: 200, answer: "OK", rows: [{ verdict: "valid", reasons: [] }] } as const;

export function invalid(...reasons: string[]) {
  return { status: 400, answer: `invalid: ${reasons.join(", ")}`, rows: [{ verdict: "invalid", reasons }] } as const;
}
