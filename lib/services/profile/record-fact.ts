import { isDeepStrictEqual } from "node:util";
import { dayMs } from "#lib/core/days.ts";
import type { QuestionName } from "#lib/core/profile-questions.ts";
import { raiseAlert } from "#lib/db/alerts/alerts.ts";
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
import type { GatewayFact } from "#lib/gateway/types.ts";
import { findInForce, type InForce } from "./in-force.ts";

/** The access of one merchant does not apply to the next one. */
const ofMerchant: ReadonlySet<QuestionName> = new Set(["accounts", "terminals", "payments"]);

/** These are properties of the gateway, whichever merchant reads. */
export const ofEnvironment: ReadonlySet<QuestionName> = new Set(["zone", "payment_zone", "listing_lag"]);

export function isOfMerchant(question: QuestionName): boolean {
  return ofMerchant.has(question);
}

/** Whether the fact adds anything to the profile. That a merchant may read a list is the default. */
export function isNews(rows: readonly ProfileRow[], { merchantId, question, answer }: GatewayFact): boolean {
  const inForce = findInForce(rows, question, merchantId);
  // A confirmed default becomes a known answer.
  if (ofEnvironment.has(question) && inForce.row === undefined) return true;
  const isExpected = inForce.row === undefined && ofMerchant.has(question) && answer === "readable";
  return !isExpected && !isDeepStrictEqual(inForce.answer, answer);
}

type Noted = {
  environment: string;
  /** The gateway that showed it: the fact does not apply to another one. */
  baseUrl: string;
  fact: GatewayFact;
  at: Date;
};

/**
 * Saves what a response of the gateway showed in normal use. Where it differs from the profile, it is counted as a
 * contradiction, with an alert, and applies to its merchant until the next probe; an answer set by staff stays in force. Facts
 * about times apply to the environment at once. A hint is only counted.
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
  else if (isHint || (inForce.row && seen.question !== "listing_lag")) await raiseProfileAlert(tx, place, seen);
  if (inForce.source === "set" || isHint) return;
  // Contradictions of the previous answer are evidence for this one.
  await removeAnswer(tx, { ...place, question: seen.question, source: "learned" });
  await learnAnswer(tx, place, seen);
}

const lagHoldsMs = 7 * dayMs;

/** The longest delay of the last week is the answer; one below the value set by staff is not new. */
function isLongerLag({ answer, source, row }: InForce, seen: Seen): boolean {
  if (typeof answer !== "number" || Number(seen.answer) > answer) return true;
  return source === "learned" && row !== undefined && seen.at.getTime() - row.seenAt.getTime() > lagHoldsMs;
}

type Contradicted = ProfilePlace & { source: "learned" | "set" };

/** Counts the contradiction on the answer in force, and raises the alert. */
export async function contradict(tx: Transaction, { environment, merchant, source }: Contradicted, seen: Seen): Promise<void> {
  await countContradiction(tx, { environment, merchant, question: seen.question, source }, seen);
  await raiseProfileAlert(tx, { environment, merchant }, seen);
}

async function raiseProfileAlert(
  tx: Transaction,
  { environment, merchant }: ProfilePlace,
  { question, at }: Seen,
): Promise<void> {
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
