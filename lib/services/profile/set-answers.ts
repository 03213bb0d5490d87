import { isDeepStrictEqual } from "node:util";
import { type Answers, questionNames } from "#lib/core/profile-questions.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { listProfileRows, setAnswer } from "#lib/db/environments/gateway-profile.ts";

type AnswersToSet = { environment: string; answers: Answers; by: string; at: Date };

/** Sets the given answers for the environment as a whole; the others stay. Returns whether any changed. */
export async function setAnswers(tx: Transaction, { environment, answers, by, at }: AnswersToSet): Promise<boolean> {
  const rows = (await listProfileRows(tx, environment)).filter(({ source, merchant }) => source === "set" && merchant === "");
  const before = new Map(rows.map((row) => [row.question, row.answer]));
  let isChanged = false;
  for (const question of questionNames) {
    const answer = answers[question];
    if (answer === undefined || isDeepStrictEqual(before.get(question), answer)) continue;
    await setAnswer(tx, { environment, merchant: "" }, { question, answer, at, by });
    isChanged = true;
  }
  return isChanged;
}
