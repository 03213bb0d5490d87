import { isDeepStrictEqual } from "node:util";
import type { QuestionName } from "#lib/core/profile-questions.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import { findEnvironmentRow } from "#lib/db/environments/environments.ts";
import {
  countContradiction,
  learnAnswer,
  listProfileRows,
  type ProfilePlace,
  type ProfileRow,
  removeAnswer,
  type Seen,
} from "#lib/db/environments/gateway-profile.ts";
import { raiseAlert } from "#lib/db/settings/alerts.ts";
import type { GatewayFact } from "#lib/gateway/index.ts";
import { findInForce, type InForce } from "./in-force.ts";

/** What one merchant may reach says nothing about the next one. */
const ofMerchant: ReadonlySet<QuestionName> = new Set(["accounts", "terminals", "payments"]);

/** One gateway writes its times in one way and lists all payments as late, whoever asks. */
export const ofEnvironment: ReadonlySet<QuestionName> = new Set(["zone", "payment_zone", "listing_lag"]);

export function isOfMerchant(question: QuestionName): boolean {
  return ofMerchant.has(question);
}

/** Whether the fact says anything that the profile does not. That a merchant may read a list is what one expects. */
export function isNews(rows: readonly ProfileRow[], { merchantId, question, answer }: GatewayFact): boolean {
  const inForce = findInForce(rows, question, merchantId);
  // What is used because nothing is known becomes known.
  if (ofEnvironment.has(question) && inForce.row === undefined) return true;
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
 * contradiction, with an alert, and holds for its merchant until the next probe; a person's answer stays in force. What
 * concerns times holds for the environment at once. A hint is counted only.
 */
export async function recordFact(db: Database, { environment, baseUrl, fact, at }: Noted): Promise<void> {
  const { merchantId, question, answer, evidence, isHint = false } = fact;
  await db.transaction(async (tx) => {
    if ((await findEnvironmentRow(tx, environment))?.baseUrl !== baseUrl) return;
    const rows = await listProfileRows(tx, environment);
    if (ofEnvironment.has(question)) {
      await noteForAll(tx, { environment, inForce: findInForce(rows, question), isHint }, { question, answer, evidence, at });
      return;
    }
    const inForce = findInForce(rows, question, merchantId);
    if (!isNews(rows, fact)) return;
    const seen = { question, answer, evidence, at };
    if (ofMerchant.has(question)) return learnAnswer(tx, { environment, merchant: merchantId }, seen);
    if (inForce.row) await contradict(tx, { ...inForce.row }, seen);
    if (inForce.source !== "set") await learnAnswer(tx, { environment, merchant: inForce.row ? merchantId : "" }, seen);
  });
}

type Shared = { environment: string; inForce: InForce; isHint: boolean };

async function noteForAll(tx: Transaction, { environment, inForce, isHint }: Shared, seen: Seen): Promise<void> {
  const place = { environment, merchant: "" };
  const agrees = isDeepStrictEqual(inForce.answer, seen.answer);
  if (agrees && inForce.source === "default" && !isHint) await learnAnswer(tx, place, seen);
  if (agrees) return;
  if (seen.question === "listing_lag" && !isLongerLag(inForce, seen)) return;
  if (inForce.source === "set") await contradict(tx, { ...place, source: "set" }, seen);
  else if (isHint && inForce.row) await contradict(tx, { ...place, source: "learned" }, seen);
  else if (isHint || (inForce.row && seen.question !== "listing_lag")) await raise(tx, place, seen);
  if (inForce.source === "set" || isHint) return;
  // What spoke against the answer before speaks for this one.
  await removeAnswer(tx, { ...place, question: seen.question, source: "learned" });
  await learnAnswer(tx, place, seen);
}

const lagHoldsMs = 7 * 86_400_000;

/** The longest of the last week is the answer; a lag below what a person set is nothing new. */
function isLongerLag({ answer, source, row }: InForce, seen: Seen): boolean {
  if (typeof answer !== "number" || Number(seen.answer) > answer) return true;
  return source === "learned" && row !== undefined && seen.at.getTime() - row.seenAt.getTime() > lagHoldsMs;
}

type Contradicted = ProfilePlace & { source: "learned" | "set" };

/** Counts it on the answer that it speaks against, and raises the alert. */
export async function contradict(tx: Transaction, { environment, merchant, source }: Contradicted, seen: Seen): Promise<void> {
  await countContradiction(tx, { environment, merchant, question: seen.question, source }, seen);
  await raise(tx, { environment, merchant }, seen);
}

async function raise(tx: Transaction, { environment, merchant }: ProfilePlace, { question, at }: Seen): Promise<void> {
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
