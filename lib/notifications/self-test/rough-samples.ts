import { type ExpectedAnswer, post, type Sample, sample } from "./sample.ts";

const hugeBytes = 70_000;

/** Genuine messages in requests that no gateway sends: too large, too slow, or of another kind. */
export function createRoughSamples(genuine: string): Sample[] {
  const huge = `${genuine}&Padding=${"x".repeat(hugeBytes)}`;
  const tooLarge: ExpectedAnswer = { status: 413, says: null };
  return [
    sample("huge", tooLarge, post(huge)),
    sample("huge-unannounced", tooLarge, post(huge, { pace: "unannounced" })),
    sample("slow", { status: 408, says: null, orClosed: true }, post(genuine, { pace: "stalls" })),
    sample("get", { status: 405, says: null }, post("", { method: "GET" })),
    sample("json", { status: 415, says: null }, post("{}", { contentType: "application/json" })),
  ];
}
