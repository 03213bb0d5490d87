import { type Answer, profileQuestions, type QuestionName } from "#lib/core/profile-questions.ts";

/** An answer as editable text: account numbers one on each line. */
export function toTyped(answer: Answer | null): string {
  if (answer === null) return "";
  return typeof answer === "string" || typeof answer === "number" ? String(answer) : answer.join("\n");
}

/** Converts typed text to an answer; the server validates it. */
export function toAnswer(question: QuestionName, typed: string): Answer {
  const text = typed.trim();
  const { kind } = profileQuestions[question];
  if (kind === "accounts") return text.split(/[\s,;]+/).filter((item) => item !== "");
  return kind === "count" && /^\d+$/.test(text) ? Number(text) : text;
}
