import { z } from "zod";
import { languageCodes } from "#lib/core/languages.ts";
import { emailSchema, environmentSchema, instantSchema } from "./common.ts";
import { defineOperations } from "./operation.ts";
import { roleSchema } from "./role.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const passwordSchema = z
  .string(rule("own_password_missing"))
  .min(1, rule("own_password_missing"))
  .max(128, rule("password_too_long"));

export const signInInput = z
  .strictObject({
    email: z.string(rule("own_email_missing")).trim().min(1, rule("own_email_missing")).max(254, rule("email_too_long")),
    password: passwordSchema,
  })
  .register(schemaNames, { id: "SignIn" });

/** Of the app, or one of the recovery codes. */
const codeSchema = z.string(rule("code_missing")).trim().min(6, rule("code_form")).max(40, rule("code_form"));

export const totpInput = z.strictObject({ code: codeSchema }).register(schemaNames, { id: "SecondFactor" });

export const signedInSchema = z
  .object({ staff: z.object({ email: z.string(), role: roleSchema }) })
  .register(schemaNames, { id: "SignedIn" });
/** The password was right, and the code of the second factor is required next. */
export const nextStepSchema = z.object({ next: z.literal("totp") });
export const signInAnswerSchema = z.union([signedInSchema, nextStepSchema]).register(schemaNames, { id: "SignInAnswer" });

const newPasswordSchema = z
  .string(rule("password_missing"))
  .min(12, rule("password_too_short"))
  .max(128, rule("password_too_long"));

export const proofInput = z
  .strictObject({
    password: passwordSchema,
    code: codeSchema.optional(),
  })
  .register(schemaNames, { id: "Proof" });

export const changePasswordInput = z
  .strictObject({ current: passwordSchema, password: newPasswordSchema })
  .register(schemaNames, { id: "NewPassword" });

/** To enter or scan; active once `confirm` has received a valid code. */
export const newSecondFactorSchema = z
  .object({ secret: z.string(), uri: z.string() })
  .register(schemaNames, { id: "NewSecondFactor" });
export const confirmSecondFactorInput = z
  .strictObject({ code: z.string().regex(/^\d{6}$/, rule("totp_code_form")) })
  .register(schemaNames, { id: "SecondFactorConfirmation" });
export const recoveryCodesSchema = z
  .object({ recoveryCodes: z.array(z.string()) })
  .register(schemaNames, { id: "RecoveryCodes" });

const staffSessionSchema = z.object({
  id: z.string(),
  isThis: z.boolean(),
  createdAt: instantSchema,
  lastSeenAt: instantSchema,
  expiresAt: instantSchema,
  userAgent: z.string(),
  peer: z.string().nullable(),
});

export const accountSchema = z
  .object({
    email: z.string(),
    role: roleSchema,
    hasSecondFactor: z.boolean(),
    /** It came with the sandbox: each start prints its password, unless that was changed. */
    isSeeded: z.boolean(),
    recoveryCodesLeft: z.int(),
    sessions: z.array(staffSessionSchema),
  })
  .register(schemaNames, { id: "Account" });
export type Account = z.infer<typeof accountSchema>;

export const getInvitationInput = z
  .strictObject({ token: z.string().max(100, rule("invitation_link_form")) })
  .register(schemaNames, { id: "InvitationLink" });
export const invitationSchema = z
  .object({
    kind: z.enum(["first_admin", "invitation", "password"]),
    email: z.string().nullable(),
    role: roleSchema,
    expiresAt: instantSchema,
  })
  .register(schemaNames, { id: "Invitation" });
export type Invitation = z.infer<typeof invitationSchema>;

export const acceptInvitationInput = z
  .strictObject({
    token: z.string().max(100, rule("invitation_link_form")),
    email: emailSchema.optional(),
    password: newPasswordSchema,
  })
  .register(schemaNames, { id: "Acceptance" });

/** Signed in; or, where a second factor is in force, to sign in with the new password. */
export const acceptanceSchema = z
  .union([signedInSchema, z.object({ next: z.literal("sign_in") })])
  .register(schemaNames, { id: "Accepted" });

export const whoAmISchema = z
  .object({
    staff: z.object({
      /** Identifies the own account, also while e-mail addresses are hidden. */
      id: z.string(),
      email: z.string(),
      role: roleSchema,
      /** Their own role, while they see the sandbox with the rights of a lower one. */
      ownRole: roleSchema.optional(),
      permissions: z.array(z.string()),
      /** May see some merchants only. */
      isLimited: z.boolean(),
    }),
    environments: z.array(environmentSchema),
    /** Personal data is hidden in this session. */
    isPresenting: z.boolean(),
  })
  .register(schemaNames, { id: "WhoAmI" });

export const languageInput = z
  .strictObject({
    language: z.enum(languageCodes, rule("language_unknown", { languages: languageCodes.join(", ") })),
  })
  .register(schemaNames, { id: "LanguageChoice" });
export const presentationInput = z
  .strictObject({ on: z.boolean(rule("not_boolean")) })
  .register(schemaNames, { id: "Presentation" });
export const viewAsInput = z
  .strictObject({ role: z.enum(["viewer", "support"], "role is viewer, support or null.").nullable() })
  .register(schemaNames, { id: "ViewAs" });
export type WhoAmI = z.infer<typeof whoAmISchema>;

export const sessionOperations = defineOperations("Session", {
  signIn: {
    method: "post",
    path: "/api/session",
    summary: "Sign in; the answer sets the session cookie",
    role: null,
    body: signInInput,
    example: { email: "a@counterfoil.example", password: "x" },
    answers: {
      200: {
        description: "Signed in, or what comes next.",
        schema: signInAnswerSchema,
        headers: { "Set-Cookie": "The session." },
      },
    },
    errors: ["sign_in_refused", "throttled"],
  },
  signInWithLink: {
    method: "post",
    path: "/api/session/link",
    summary: "Sign in to the sandbox with the one-time link that `npm start` printed",
    role: null,
    body: getInvitationInput,
    example: { token: "x" },
    answers: {
      200: { description: "Signed in.", schema: signedInSchema, headers: { "Set-Cookie": "The session." } },
    },
    errors: ["link_closed"],
  },
  whoAmI: {
    method: "get",
    path: "/api/session",
    summary: "Who is signed in",
    role: "viewer",
    answers: { 200: { description: "The person and the environments they may use.", schema: whoAmISchema } },
  },
  signOut: {
    method: "delete",
    path: "/api/session",
    summary: "Sign out; the session ends everywhere at once",
    role: "viewer",
    answers: { 204: { description: "Signed out.", headers: { "Clear-Site-Data": "What the browser kept is removed." } } },
  },
  signInWithCode: {
    method: "post",
    path: "/api/session/totp",
    summary: "The second step of signing in, where one is asked for",
    role: null,
    body: totpInput,
    example: { code: "123456" },
    answers: { 200: { description: "Signed in.", schema: signedInSchema } },
    errors: ["unauthenticated", "code_refused", "throttled"],
  },
  reauthenticate: {
    method: "post",
    path: "/api/session/proof",
    summary: "Confirm who you are; holds ten minutes for what asks for it with proof_required",
    role: "viewer",
    body: proofInput,
    example: { password: "x" },
    answers: { 204: { description: "Confirmed." } },
    errors: ["proof_refused", "throttled"],
  },
  present: {
    method: "post",
    path: "/api/session/presentation",
    summary: "Begin or end showing this session on a shared screen, with nothing personal on it",
    role: "viewer",
    body: presentationInput,
    example: { on: false },
    answers: { 204: { description: "Begun or ended." } },
  },
  getInvitation: {
    method: "post",
    path: "/api/invitations/look",
    summary: "What a link is for",
    role: null,
    body: getInvitationInput,
    example: { token: "x" },
    answers: { 200: { description: "For whom, as what, until when.", schema: invitationSchema } },
    errors: ["link_closed"],
  },
  acceptInvitation: {
    method: "post",
    path: "/api/invitations/accept",
    summary: "Use a link up: become staff, or set a new password",
    role: null,
    body: acceptInvitationInput,
    example: { token: "x", password: "trusting-plum-otter-visa" },
    answers: { 200: { description: "Signed in, or sign in next.", schema: acceptanceSchema } },
    errors: ["link_closed"],
  },
  beginProviderSignIn: {
    method: "get",
    path: "/api/session/provider",
    summary: "Go to the OpenID Connect provider to sign in, where one is set up",
    role: null,
    query: z.object({ next: z.string().optional() }),
    answers: { 303: { description: "To the provider." } },
    errors: ["not_found"],
  },
  finishProviderSignIn: {
    method: "get",
    path: "/api/session/provider/callback",
    summary: "Back from the provider",
    role: null,
    answers: { 303: { description: "Signed in, or to the sign-in page.", headers: { "Set-Cookie": "The session." } } },
    errors: ["not_found"],
  },
});
