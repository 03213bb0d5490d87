import { z } from "zod";
import { answerProblem, questionNames } from "#lib/core/profile-questions.ts";
import { asIssue } from "#lib/core/text.ts";
import { instantSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

export const answerSchema = z.union([z.string(), z.int(), z.array(z.string())]);
const questionSchema = z.enum(questionNames);

/** How often a response of the gateway contradicted the current value, and the last of these. */
const contradictedSchema = z.object({
  count: z.int(),
  at: instantSchema,
  answer: answerSchema,
  evidence: z.string(),
});

export const profileItemSchema = z
  .object({
    question: questionSchema,
    /** The current value; null while unknown, if the client works either way. */
    answer: answerSchema.nullable(),
    /** `default`: not changed yet. `learned`: from the gateway's responses. `set`: by a staff member. */
    source: z.enum(["default", "learned", "set"]),
    since: instantSchema.nullable(),
    /** When a response of the gateway last confirmed it. */
    seenAt: instantSchema.nullable(),
    /** The calls that showed it, one on each line, without values of a merchant. */
    evidence: z.string().nullable(),
    setBy: z.string().nullable(),
    /** Whether it is the value of the requested merchant; else it is the environment's. */
    isOwn: z.boolean(),
    mayBeSet: z.boolean(),
    /** The allowed values; empty for a number, a name, a zone or account numbers. */
    choices: z.array(z.string()),
    contradicted: contradictedSchema.nullable(),
    /** Merchants with another value, at most 20. */
    merchants: z.array(z.object({ merchant: z.string(), answer: answerSchema, source: z.enum(["learned", "set"]) })),
  })
  .register(schemaNames, { id: "GatewayProfileItem" });
export type ProfileItem = z.infer<typeof profileItemSchema>;

export const profileSchema = z
  .object({
    items: z.array(profileItemSchema),
    /** The last probe; null before the first. */
    probe: z
      .object({
        startedAt: instantSchema,
        endedAt: instantSchema.nullable(),
        isRunning: z.boolean(),
        calls: z.int(),
        /** The error code that ended it early. */
        problem: z.string().nullable(),
        /** Slug of the merchant whose credentials were used; null without access to it. */
        merchant: z.string().nullable(),
        requestedBy: z.string().nullable(),
      })
      .nullable(),
    asOf: instantSchema,
  })
  .register(schemaNames, { id: "GatewayProfile" });
export type Profile = z.infer<typeof profileSchema>;

const merchantField = z.string().max(41).optional();

export const profileQuery = z.object({ merchant: merchantField });

/** A value applies until it is removed with null. */
export const changeProfileInput = z
  .strictObject({
    question: z.enum(questionNames, rule("question_unknown", { values: questionNames.join(", ") })),
    answer: z.union([answerSchema, z.null()], rule("profile_answer_missing")),
    merchant: merchantField,
  })
  .superRefine(({ question, answer }, ctx) => {
    const text = answer === null ? undefined : answerProblem(question, answer);
    if (text !== undefined) ctx.addIssue(asIssue(text, ["answer"]));
  })
  .register(schemaNames, { id: "ProfileChange" });

export const probeProfileInput = z.strictObject({ merchant: merchantField }).register(schemaNames, { id: "ProfileProbe" });

const path = `${environmentPath}/profile`;

const profile = { description: "Each open question about the gateway and the answer in use.", schema: profileSchema };

export const profileOperations = defineOperations("Operations", {
  getProfile: {
    method: "get",
    path,
    summary: "How this gateway reads what its documents leave open, since when that is known and why",
    role: "viewer",
    query: profileQuery,
    answers: { 200: profile },
  },
  changeProfile: {
    method: "patch",
    path,
    summary: "Answer a question in place of what the gateway showed, or take that back with null; audited",
    role: "admin",
    body: changeProfileInput,
    example: { question: "page_size_max", answer: 50 },
    answers: { 200: profile },
    errors: ["proof_required", "not_connected"],
  },
  probeGateway: {
    method: "post",
    path: `${path}/probe`,
    summary: "Ask the gateway each question again, with at most 60 reads; answers once that is under way",
    role: "admin",
    body: probeProfileInput,
    answers: { 200: profile },
    errors: ["conflict", "not_connected"],
  },
});
