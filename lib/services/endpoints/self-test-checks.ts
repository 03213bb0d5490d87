import type { SelfTest } from "#lib/contract/self-test.ts";
import { detailsOf, type Message } from "#lib/core/text.ts";
import { isAsExpected, type SampleResult } from "#lib/notifications/self-test/run-self-test.ts";
import type { ExpectedAnswer } from "#lib/notifications/self-test/sample.ts";
import type { SampleOutcome, SendSample } from "#lib/notifications/self-test/send-sample.ts";
import { type CheckId, selfTestText } from "#lib/notifications/self-test/texts.ts";

type Check = SelfTest["checks"][number];
type Said = { id: CheckId; why?: Message; expected: Message; answer: Message; ms: number | null; isPassed: boolean };

function describe({ id, why = selfTestText(`why_${id}`), expected, answer, ...result }: Said): Check {
  const title = selfTestText(`sample_${id}`);
  const details = { title: detailsOf(title), why: detailsOf(why), expected: detailsOf(expected), answer: detailsOf(answer) };
  const english = { title: title.message, why: why.message, expected: expected.message, answer: answer.message };
  return { id, ...english, details: details as Check["details"], ...result };
}

/** Checks that the endpoint's address rejects a bad request before storing anything: 404 would be another server, or none. */
export async function checkAddress(url: string, send: SendSample): Promise<Check> {
  const expected: ExpectedAnswer = { status: 415, says: null };
  const outcome = await send(url, { method: "POST", contentType: "text/plain", body: "self-test", pace: "whole" });
  return toCheck({ id: "address", expected, outcome, isPassed: isAsExpected(outcome, expected) });
}

/** The samples are signed with the test's own key: only this check covers the endpoint's certificates. */
export function checkCertificate(accepted: number): Check {
  const expected = selfTestText("expected_accepted");
  const answer = selfTestText("answered_accepted", { accepted });
  return describe({ id: "certificate", expected, answer, ms: null, isPassed: accepted > 0 });
}

export function toCheck({ id, expected, outcome, isPassed }: SampleResult): Check {
  const ms = "problem" in outcome ? null : outcome.ms;
  const why = selfTestText(id === "moved" && expected.status === 200 ? "why_moved_lax" : `why_${id}`);
  return describe({ id, why, expected: expectedText(expected), answer: answerText(outcome), ms, isPassed });
}

/** Every message answered OK is stored, the repeated one once. */
export function checkKept(results: readonly SampleResult[], { valid, seenMax }: { valid: number; seenMax: number }): Check {
  const shouldBe = results.filter(({ expected, id }) => expected.status === 200 && id !== "duplicate").length;
  return describe({
    id: "kept",
    expected: selfTestText("kept_as_valid", { kept: shouldBe, seen: 2 }),
    answer: selfTestText("kept_as_valid", { kept: valid, seen: seenMax }),
    ms: null,
    isPassed: valid === shouldBe && seenMax === 2,
  });
}

function expectedText({ status, says, orClosed }: ExpectedAnswer): Message {
  if (orClosed) return selfTestText("expected_or_closed", { status });
  if (says !== null && status !== 200) return selfTestText("expected_reason", { status, reason: says });
  return selfTestText("whole_answer", { answer: `${status} ${says ?? ""}`.trim() });
}

function answerText(outcome: SampleOutcome): Message {
  if (!("problem" in outcome)) {
    return selfTestText("whole_answer", { answer: `${outcome.status} ${outcome.body.slice(0, 120)}`.trim() });
  }
  const { problem, isClosed } = outcome;
  return isClosed ? selfTestText("answered_closed") : selfTestText("answered_nothing", { problem });
}
