import { type Answer, profileQuestions, type QuestionName } from "#lib/core/profile-questions.ts";

/** An answer as it is typed: account numbers one on each line. */
export function toTyped(answer: Answer | null): string {
  if (answer === null) return "";
  return typeof answer === "string" || typeof answer === "number" ? String(answer) : answer.join("\n");
}

/** What was typed as an answer to the question; whether it is a good one, the server says. */
export function toAnswer(question: QuestionName, typed: string): Answer {
  const text = typed.trim();
  const { kind } = profileQuestions[question];
  if (kind === "accounts") return text.split(/[\s,;]+/).filter((each) => each !== "");
  return kind === "count" && /^\d+$/.test(text) ? Number(text) : text;
}
