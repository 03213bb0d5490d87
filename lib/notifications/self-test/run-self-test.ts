import type { ExpectedAnswer, Sample } from "./sample.ts";
import type { SampleOutcome, SendSample } from "./send-sample.ts";

export type SampleResult = Omit<Sample, "request"> & { outcome: SampleOutcome; isPassed: boolean };

/** Sends every sample: the duplicate after the original, all others at once. Results are in the order of the samples. */
export async function runSamples(samples: readonly Sample[], url: string, send: SendSample): Promise<SampleResult[]> {
  const original = samples.find(({ id }) => id === "valid");
  const first = original && (await runOne(original));
  const rest = await Promise.all(samples.map((each) => (each === original ? first : runOne(each))));
  return rest.filter((result) => result !== undefined);

  async function runOne({ request, ...sample }: Sample): Promise<SampleResult> {
    const outcome = await send(url, request);
    return { ...sample, outcome, isPassed: isAsExpected(outcome, sample.expected) };
  }
}

export function isAsExpected(outcome: SampleOutcome, { status, says, orClosed = false }: ExpectedAnswer): boolean {
  if ("problem" in outcome) return orClosed && outcome.isClosed;
  if (outcome.status !== status) return false;
  if (says === null) return true;
  return status === 200 ? outcome.body === says : reasonsOf(outcome.body).includes(says);
}

/** The words of `invalid: signature, layout`. */
function reasonsOf(body: string): string[] {
  return body.replace(/^invalid: /, "").split(", ");
}
