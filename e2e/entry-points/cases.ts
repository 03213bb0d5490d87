import type { Sending } from "./send.ts";

/** What one request must be answered with and leave behind, at every door alike. */
export type Case = Sending & {
  name: string;
  /** Sent to the endpoints at which another field order is in force. */
  isOtherOrder?: boolean;
  status: number;
  answer: string;
  /** The rows it adds, oldest first; none when left out. */
  rows?: readonly { verdict: "valid" | "invalid"; reasons?: readonly string[] }[];
};

export const ok = { status: 200, answer: "OK", rows: [{ verdict: "valid", reasons: [] }] } as const;

export function invalid(...reasons: string[]) {
  return { status: 400, answer: `invalid: ${reasons.join(", ")}`, rows: [{ verdict: "invalid", reasons }] } as const;
}
