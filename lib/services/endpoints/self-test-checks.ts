import type { SelfTest } from "#lib/contract/self-test.ts";
import { isAsExpected, type SampleResult } from "#lib/notifications/self-test/run-self-test.ts";
import type { ExpectedAnswer } from "#lib/notifications/self-test/sample.ts";
import type { SampleOutcome, SendSample } from "#lib/notifications/self-test/send-sample.ts";

type Check = SelfTest["checks"][number];

/** Checks that the endpoint's address rejects a bad request before storing anything: 404 would be another server, or none. */
export async function checkAddress(url: string, send: SendSample): Promise<Check> {
  const expected: ExpectedAnswer = { status: 415, says: null };
  const outcome = await send(url, { method: "POST", contentType: "text/plain", body: "self-test", pace: "whole" });
  return toCheck({
    id: "address",
    title: "This endpoint's address",
    why: "What the gateway sends there reaches this desk and this endpoint.",
    expected,
    outcome,
    isPassed: isAsExpected(outcome, expected),
  });
}

/** The samples are signed with the test's own key: only this check covers the endpoint's certificates. */
export function checkCertificate(accepted: number): Check {
  return {
    id: "certificate",
    title: "A certificate is installed",
    why: "Without one every notification is answered 503, and the gateway gives its payment back.",
    expected: "At least 1 accepted now",
    answer: `${accepted} accepted now`,
    ms: null,
    isPassed: accepted > 0,
  };
}

export function toCheck({ id, title, why, expected, outcome, isPassed }: SampleResult): Check {
  const ms = "problem" in outcome ? null : outcome.ms;
  return { id, title, why, expected: expectedText(expected), answer: answerText(outcome), ms, isPassed };
}

/** Every message answered OK is stored, the repeated one once. */
export function checkKept(results: readonly SampleResult[], { valid, seenMost }: { valid: number; seenMost: number }): Check {
  const shouldBe = results.filter(({ expected, id }) => expected.status === 200 && id !== "duplicate").length;
  return {
    id: "kept",
    title: "What was kept",
    why: "OK means that it is safe in the database; a repeat is counted, not doubled.",
    expected: `${shouldBe} kept as valid, one of them seen 2 times`,
    answer: `${valid} kept as valid, one of them seen ${seenMost} times`,
    ms: null,
    isPassed: valid === shouldBe && seenMost === 2,
  };
}

function expectedText({ status, says, orClosed }: ExpectedAnswer): string {
  if (orClosed) return `${status}, or the connection closed`;
  if (says === null) return String(status);
  return status === 200 ? `${status} ${says}` : `${status}, reason ${says}`;
}

function answerText(outcome: SampleOutcome): string {
  if ("problem" in outcome) return outcome.isClosed ? "The connection was closed." : `No answer: ${outcome.problem}`;
  return `${outcome.status} ${outcome.body.slice(0, 120)}`.trim();
}
