import type { Answer, QuestionName } from "#lib/core/profile-questions.ts";
import type { Probe } from "../types.ts";
import type { Asked } from "./asker.ts";

/** The results of a probe so far. */
export type Findings = {
  add(question: QuestionName, answer: Answer, ...shown: readonly Asked[]): void;
  list(): Probe["found"];
};

export function createFindings(): Findings {
  const found = new Map<QuestionName, Probe["found"][number]>();
  return {
    add(question, answer, ...shown) {
      const evidence = shown.map(({ line }) => line).join("\n");
      found.set(question, { question, answer, evidence });
    },
    list: () => [...found.values()],
  };
}
