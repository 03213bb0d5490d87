import { type ExpectedAnswer, post, type Sample, sample } from "./sample.ts";

const hugeBytes = 70_000;

/** Genuine messages in requests that no gateway sends: too large, too slow, or of another kind. */
export function createRoughSamples(genuine: string): Sample[] {
  const huge = `${genuine}&Padding=${"x".repeat(hugeBytes)}`;
  const tooLarge: ExpectedAnswer = { status: 413, says: null };
  return [
    sample("huge", "More than 64 KiB", "Nobody fills the desk's memory.", tooLarge, post(huge)),
    sample(
      "huge-unannounced",
      "More than 64 KiB, length unsaid",
      "Nor by hiding the length.",
      tooLarge,
      post(huge, { pace: "unannounced" }),
    ),
    sample(
      "slow",
      "Half a body, then silence",
      "Nobody keeps the door open for ever.",
      { status: 408, says: null, orClosed: true },
      post(genuine, { pace: "stalls" }),
    ),
    sample("get", "Opened in a browser", "URL_Notify is no page.", { status: 405, says: null }, post("", { method: "GET" })),
    sample(
      "json",
      "JSON instead of a form",
      "The gateway sends forms only.",
      { status: 415, says: null },
      post("{}", { contentType: "application/json" }),
    ),
  ];
}
