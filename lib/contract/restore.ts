import { z } from "zod";
import { instantSchema, reasonSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

export const restoreSchema = z
  .object({
    /** Null: this database was never restored from a backup. */
    fence: z
      .object({
        restoredAt: instantSchema,
        backupAt: instantSchema,
        /** Whether failed sign-ins since the backup are known from the journal, or assumed to be two. */
        guards: z.enum(["journal", "worst"]),
        /** Null while payments and refunds are shut. */
        openedAt: instantSchema.nullable(),
        openedBy: z.string().nullable(),
        /** Merchants whose payments at the gateway were read in, and those whose payments stay shut until they are. */
        read: z.int(),
        unread: z.int(),
        /** Some of those that could not be read in, and why. */
        problems: z.array(
          z.object({ slug: z.string(), name: z.string(), message: z.string(), messageDetails: reasonSchema.optional() }),
        ),
        /** Refunds since the backup that belong to no payment known here. */
        unknownRefunds: z.int(),
        /** Credentials with which nothing signs in until an administrator releases them. */
        stopped: z.int(),
      })
      .nullable(),
  })
  .register(schemaNames, { id: "Restore" });
export type Restore = z.infer<typeof restoreSchema>;

export const releaseSchema = z
  .object({
    /** Signed in now. */
    released: z.int(),
    /** Proven credentials that can still be released. */
    left: z.int(),
    /** The merchant whose sign-in failed, which ended the series; `integration` for the token. */
    failed: z.string().nullable(),
  })
  .register(schemaNames, { id: "RestoreRelease" });

const path = `${environmentPath}/restore`;
const answer = { description: "What the restore shut, and what is still to do.", schema: restoreSchema };
const nothing = z.strictObject({}).register(schemaNames, { id: "RestoreStep" });

export const restoreOperations = defineOperations("Operations", {
  getRestore: {
    method: "get",
    path,
    summary: "What a restore from a backup shut in this environment",
    role: "viewer",
    answers: { 200: answer },
  },
  readRestored: {
    method: "post",
    path: `${path}/read`,
    summary: "Read in what some merchants' gateway has had since the backup; repeat it until none is left",
    role: "admin",
    body: nothing,
    example: {},
    answers: { 200: answer },
  },
  openRestored: {
    method: "post",
    path: `${path}/open`,
    summary: "Open payments and refunds again, of each merchant that was read in",
    role: "admin",
    body: nothing,
    example: {},
    answers: { 200: answer },
    errors: ["proof_required", "conflict"],
  },
  releaseRestored: {
    method: "post",
    path: `${path}/release`,
    summary: "Sign in with credentials that have worked before, one after another, as long as each succeeds",
    role: "admin",
    body: nothing,
    example: {},
    answers: { 200: { description: "How many signed in, and which one failed.", schema: releaseSchema } },
    errors: ["proof_required"],
  },
});
