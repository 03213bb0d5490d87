import type { CheckId } from "./texts.ts";

/** The required response. `says` is the whole body, or a reason that it contains. */
export type ExpectedAnswer = { status: number; says: string | null; orClosed?: boolean };

export type SampleRequest = {
  method: "POST" | "GET";
  contentType: string;
  body: string;
  /** `stalls`: half of the body, then nothing. `unannounced`: chunked, without a length. */
  pace: "whole" | "stalls" | "unannounced";
};

export type Sample = {
  id: CheckId;
  expected: ExpectedAnswer;
  request: SampleRequest;
};

const form = "application/x-www-form-urlencoded";

export function post(body: string, changes: Partial<SampleRequest> = {}): SampleRequest {
  return { method: "POST", contentType: form, body, pace: "whole", ...changes };
}

export function sample(id: CheckId, expected: ExpectedAnswer, request: SampleRequest): Sample {
  return { id, expected, request };
}
