import { and, eq, lt, ne, sql } from "drizzle-orm";
import type { Answer, QuestionName } from "#lib/core/profile-questions.ts";
import type { Queryable } from "../connection/open-store.ts";
import { gatewayProbe, gatewayProfile } from "../schema/gateway-profile.ts";

export type ProfileRow = typeof gatewayProfile.$inferSelect;

/** A merchant's id, or an empty text for the environment as a whole. */
export type ProfilePlace = { environment: string; merchant: string };
export type Seen = { question: QuestionName; answer: Answer; evidence: string; at: Date };

/** Every answer of the environment and of those of its merchants that differ. */
export function listProfileRows(db: Queryable, environment: string): Promise<ProfileRow[]> {
  return db.select().from(gatewayProfile).where(eq(gatewayProfile.environment, environment));
}

const answerText = sql`concat_ws(' ', ${gatewayProfile.merchant}, ${gatewayProfile.question}, ${gatewayProfile.source}, ${gatewayProfile.answer})`;

/** Another text whenever any answer of the environment changed. */
export async function findProfileVersion(db: Queryable, environment: string): Promise<string> {
  const [row] = await db
    .select({ version: sql<string>`coalesce(sum(hashtextextended(${answerText}, 0)), 0) || ' ' || count(*)` })
    .from(gatewayProfile)
    .where(eq(gatewayProfile.environment, environment));
  return row?.version ?? "";
}

/** The gateway answered so: kept as learned, since the first time it did. */
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

/** The gateway answered otherwise than the row says. */
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

/** A person's answer, which holds over what is learned. Contradictions of an earlier one are forgotten. */
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

/** What was learned of merchants alone before an instant: a probe has answered the question for all. */
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

/** What was learned of another gateway, or of rows that are gone; what a person set stays. */
export async function deleteProfile(tx: Queryable, environment: string): Promise<void> {
  await tx.delete(gatewayProbe).where(eq(gatewayProbe.environment, environment));
  await tx.delete(gatewayProfile).where(and(eq(gatewayProfile.environment, environment), eq(gatewayProfile.source, "learned")));
}
