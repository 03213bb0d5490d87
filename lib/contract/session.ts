import { z } from "zod";
import { languageCodes } from "../core/languages.ts";
import { emailSchema, environmentSchema, instantSchema } from "./common.ts";

export const roles = ["viewer", "support", "admin"] as const;
export const roleSchema = z.enum(roles);
export type Role = z.infer<typeof roleSchema>;

export const signInInput = z.strictObject({
  email: z
    .string({ error: "Enter your e-mail address." })
    .trim()
    .min(1, "Enter your e-mail address.")
    .max(254, "An e-mail address has at most 254 characters."),
  password: z
    .string({ error: "Enter your password." })
    .min(1, "Enter your password.")
    .max(128, "A password has at most 128 characters."),
});

/** Of the app, or one of the recovery codes. */
const codeSchema = z
  .string({ error: "Enter the code." })
  .trim()
  .min(6, "A code has six digits; a recovery code has three groups of letters.")
  .max(40, "A code has six digits; a recovery code has three groups of letters.");

export const totpInput = z.strictObject({ code: codeSchema });

export const signedInSchema = z.object({ staff: z.object({ email: z.string(), role: roleSchema }) });
/** The password was right, and the code of the second factor is asked for next. */
export const nextStepSchema = z.object({ next: z.literal("totp") });
export const signInAnswerSchema = z.union([signedInSchema, nextStepSchema]);

const newPasswordSchema = z
  .string({ error: "Choose a password." })
  .min(12, "A password has at least 12 characters.")
  .max(128, "A password has at most 128 characters.");

export const proofInput = z.strictObject({
  password: z
    .string({ error: "Enter your password." })
    .min(1, "Enter your password.")
    .max(128, "A password has at most 128 characters."),
  code: codeSchema.optional(),
});

export const changePasswordInput = z.strictObject({ current: proofInput.shape.password, password: newPasswordSchema });

/** To enter by hand or scan; in force once `confirm` was told a code of it. */
export const newSecondFactorSchema = z.object({ secret: z.string(), uri: z.string() });
export const confirmSecondFactorInput = z.strictObject({ code: z.string().regex(/^\d{6}$/, "A code has six digits.") });
export const recoveryCodesSchema = z.object({ recoveryCodes: z.array(z.string()) });

const staffSessionSchema = z.object({
  id: z.string(),
  isThis: z.boolean(),
  createdAt: instantSchema,
  lastSeenAt: instantSchema,
  expiresAt: instantSchema,
  userAgent: z.string(),
  peer: z.string().nullable(),
});

export const accountSchema = z.object({
  email: z.string(),
  role: roleSchema,
  hasSecondFactor: z.boolean(),
  recoveryCodesLeft: z.int(),
  sessions: z.array(staffSessionSchema),
});
export type Account = z.infer<typeof accountSchema>;

export const lookAtInvitationInput = z.strictObject({ token: z.string().max(100, "This is not a link of ours.") });
export const invitationSchema = z.object({
  kind: z.enum(["first_admin", "invitation", "password"]),
  email: z.string().nullable(),
  role: roleSchema,
  expiresAt: instantSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const acceptInvitationInput = z.strictObject({
  token: z.string().max(100, "This is not a link of ours."),
  email: emailSchema.optional(),
  password: newPasswordSchema,
});

/** Signed in; or, where a second factor is in force, to sign in with the new password. */
export const acceptanceSchema = z.union([signedInSchema, z.object({ next: z.literal("sign_in") })]);

export const whoAmISchema = z.object({
  staff: z.object({
    /** Tells oneself from others, also while e-mail addresses are hidden. */
    id: z.string(),
    email: z.string(),
    role: roleSchema,
    permissions: z.array(z.string()),
    /** May see some merchants only. */
    isLimited: z.boolean(),
  }),
  environments: z.array(environmentSchema),
  /** Nothing personal is shown in this session. */
  isPresenting: z.boolean(),
});

export const languageInput = z.strictObject({
  language: z.enum(languageCodes, { error: `language is one of ${languageCodes.join(", ")}.` }),
});
export const presentationInput = z.strictObject({ on: z.boolean("true or false.") });
export type WhoAmI = z.infer<typeof whoAmISchema>;
