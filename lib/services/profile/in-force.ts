import {
  type Answer,
  type Answers,
  isQuestionName,
  profileQuestions,
  type QuestionName,
  questionNames,
} from "#lib/core/profile-questions.ts";
import type { ProfileRow } from "#lib/db/environments/gateway-profile.ts";

export type InForce = { answer: Answer | undefined; source: "default" | "learned" | "set"; row: ProfileRow | undefined };

/** An answer set by staff overrides a learned one, a merchant's own overrides the environment's. */
const precedence = [
  { source: "set", isOwn: true },
  { source: "set", isOwn: false },
  { source: "learned", isOwn: true },
  { source: "learned", isOwn: false },
] as const;

/** The answer in use for a merchant's id, or for the environment (`""`). */
export function findInForce(rows: readonly ProfileRow[], question: QuestionName, merchant = ""): InForce {
  for (const { source, isOwn } of precedence) {
    const place = isOwn ? merchant : "";
    const row = rows.find((item) => item.question === question && item.source === source && item.merchant === place);
    if (row) return { answer: row.answer as Answer, source, row };
  }
  return { answer: profileQuestions[question].usual, source: "default", row: undefined };
}

/** All answers in use; unknown ones are missing. */
export function answersInForce(rows: readonly ProfileRow[], merchant = ""): Answers {
  const known = questionNames.map((name) => [name, findInForce(rows, name, merchant)] as const);
  return Object.fromEntries(known.flatMap(([name, { answer }]) => (answer === undefined ? [] : [[name, answer]])));
}

/** Merchants with an answer of their own to any question. */
export function merchantsThatDiffer(rows: readonly ProfileRow[]): Set<string> {
  return new Set(rows.flatMap(({ merchant, question }) => (merchant !== "" && isQuestionName(question) ? [merchant] : [])));
}
