import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { Answer, QuestionName } from "#lib/core/profile-questions.ts";
import type { Queryable } from "../connection/open-store.ts";
import { gatewayProbe, gatewayProfile } from "../schema/gateway-profile.ts";

export type ProfileRow = typeof gatewayProfile.$inferSelect;

/** A merchant's id, or an empty string for the whole environment. */
export type ProfilePlace = { environment: string; merchant: string };
export type Seen = { question: QuestionName; answer: Answer; evidence: string; at: Date };

/** All answers of the environment and those of its merchants that differ. */
export function listProfileRows(db: Queryable, environment: string): Promise<ProfileRow[]> {
  return db.select().from(gatewayProfile).where(eq(gatewayProfile.environment, environment));
}

const answerText = sql`concat_ws(' ', ${gatewayProfile.merchant}, ${gatewayProfile.question}, ${gatewayProfile.source}, ${gatewayProfile.answer})`;

/** A fingerprint that changes whenever an answer of the environment changes. */
export async function findProfileVersion(db: Queryable, environment: string): Promise<string> {
  const [row] = await db
    .select({ version: sql<string>`coalesce(sum(hashtextextended(${answerText}, 0)), 0) || ' ' || count(*)` })
    .from(gatewayProfile)
    .where(eq(gatewayProfile.environment, environment));
  return row?.version ?? "";
}

/** Stores an answer learned from the gateway, with the time it was first seen. */
export async function learnAnswer(tx: Queryable, place: ProfilePlace, { question, answer, evidence, at }: Seen): Promise<void> {
  const isSame = sql`${gatewayProfile.answer} = excluded.answer`;
  await tx
    .insert(gatewayProfile)
    .values({ ...place, question, source: "learned", answer, since: at, seenAt: at, evidence })
    .onConflictDoUpdate({
      target: [gatewayProfile.environment, gatewayProfile.merchant, gatewayProfile.question, gatewayProfile.source],
      set: {
        answer: sql`excluded.answer`,
        since: sql`case when ${isSame} then ${gatewayProfile.since} else excluded.since end`,
        seenAt: sql`excluded.seen_at`,
        evidence: sql`excluded.evidence`,
      },
    });
}

type Key = ProfilePlace & Pick<ProfileRow, "question" | "source">;

function isKey({ environment, merchant, question, source }: Key) {
  return and(
    eq(gatewayProfile.environment, environment),
    eq(gatewayProfile.merchant, merchant),
    eq(gatewayProfile.question, question),
    eq(gatewayProfile.source, source),
  );
}

/** Counts a response of the gateway that contradicts the stored answer. */
export async function countContradiction(
  tx: Queryable,
  key: Key,
  { answer, evidence, at }: Omit<Seen, "question">,
): Promise<void> {
  await tx
    .update(gatewayProfile)
    .set({
      contradictions: sql`${gatewayProfile.contradictions} + 1`,
      contradictedAt: at,
      contradictedBy: answer,
      contradictionEvidence: evidence,
    })
    .where(isKey(key));
}

export type SetBy = { question: QuestionName; answer: Answer; at: Date; by: string };

/** Stores an answer set by staff, which overrides what is learned. Forgets contradictions of an earlier answer. */
export async function setAnswer(tx: Queryable, place: ProfilePlace, { question, answer, at, by }: SetBy): Promise<void> {
  const values = {
    answer,
    since: at,
    seenAt: at,
    evidence: null,
    setBy: by,
    contradictions: 0,
    contradictedAt: null,
    contradictedBy: null,
    contradictionEvidence: null,
  };
  await tx
    .insert(gatewayProfile)
    .values({ ...place, question, source: "set", ...values })
    .onConflictDoUpdate({
      target: [gatewayProfile.environment, gatewayProfile.merchant, gatewayProfile.question, gatewayProfile.source],
      set: values,
    });
}

export async function removeAnswer(tx: Queryable, key: Key): Promise<void> {
  await tx.delete(gatewayProfile).where(isKey(key));
}

/** Removes what was learned from single merchants before a time: a probe has answered the question for all. */
export async function removeLearnedOfMerchants(
  tx: Queryable,
  { environment, question, before }: { environment: string; question: QuestionName; before: Date },
): Promise<void> {
  await tx
    .delete(gatewayProfile)
    .where(
      and(
        eq(gatewayProfile.environment, environment),
        eq(gatewayProfile.question, question),
        eq(gatewayProfile.source, "learned"),
        ne(gatewayProfile.merchant, ""),
        lt(gatewayProfile.seenAt, before),
      ),
    );
}

/** Removes what was learned from another gateway, or from deleted rows; answers set by staff stay. */
export async function deleteProfile(tx: Queryable, environment: string): Promise<void> {
  await tx.delete(gatewayProbe).where(eq(gatewayProbe.environment, environment));
  await tx.delete(gatewayProfile).where(and(eq(gatewayProfile.environment, environment), eq(gatewayProfile.source, "learned")));
}
