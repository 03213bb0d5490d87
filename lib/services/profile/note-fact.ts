import { isDeepStrictEqual } from "node:util";
import type { QuestionName } from "../../core/profile-questions.ts";
import type { GatewayFact } from "../../gateway/index.ts";
import { raiseAlert } from "../../store/alerts.ts";
import { findEnvironmentRow } from "../../store/environments.ts";
import {
  countContradiction,
  learnAnswer,
  listProfileRows,
  type ProfilePlace,
  type ProfileRow,
  type Seen,
} from "../../store/gateway-profile.ts";
import type { Database, Transaction } from "../../store/open-store.ts";
import { findInForce } from "./in-force.ts";

/** What one merchant may reach says nothing about the next one. */
const ofMerchant: ReadonlySet<QuestionName> = new Set(["accounts", "terminals", "payments"]);

export function isOfMerchant(question: QuestionName): boolean {
  return ofMerchant.has(question);
}

/** Whether the fact says anything that the profile does not. That a merchant may read a list is what one expects. */
export function isNews(rows: readonly ProfileRow[], { merchantId, question, answer }: GatewayFact): boolean {
  const inForce = findInForce(rows, question, merchantId);
  const isExpected = inForce.row === undefined && ofMerchant.has(question) && answer === "readable";
  return !isExpected && !isDeepStrictEqual(inForce.answer, answer);
}

type Noted = {
  environment: string;
  /** Of the gateway that showed it: of another one it says nothing. */
  baseUrl: string;
  fact: GatewayFact;
  at: Date;
};

/**
 * Keeps what an answer of the gateway showed in ordinary use. Where it says otherwise than the profile it is counted as a
 * contradiction, with an alert, and holds for its merchant until the next probe; a person's answer stays in force.
 */
export async function noteFact(db: Database, { environment, baseUrl, fact, at }: Noted): Promise<void> {
  const { merchantId, question, answer, evidence } = fact;
  await db.transaction(async (tx) => {
    if ((await findEnvironmentRow(tx, environment))?.baseUrl !== baseUrl) return;
    const rows = await listProfileRows(tx, environment);
    const inForce = findInForce(rows, question, merchantId);
    if (!isNews(rows, fact)) return;
    const seen = { question, answer, evidence, at };
    if (ofMerchant.has(question)) return learnAnswer(tx, { environment, merchant: merchantId }, seen);
    if (inForce.row) await contradict(tx, { ...inForce.row }, seen);
    if (inForce.source !== "set") await learnAnswer(tx, { environment, merchant: inForce.row ? merchantId : "" }, seen);
  });
}

type Contradicted = ProfilePlace & { source: "learned" | "set" };

/** Counts it on the answer that it speaks against, and raises the alert. */
export async function contradict(tx: Transaction, { environment, merchant, source }: Contradicted, seen: Seen): Promise<void> {
  const { question, at } = seen;
  await countContradiction(tx, { environment, merchant, question, source }, seen);
  const merchantId = merchant === "" ? null : merchant;
  await raiseAlert(tx, {
    environment,
    merchantId,
    rule: "profile_contradicted",
    subject: `${question} ${merchant}`,
    at,
    count: 1,
  });
}
