import { z } from "zod";
import { emailSchema, instantSchema } from "./common.ts";
import { roleSchema } from "./session.ts";

export const permissions = ["refund"] as const;
const permissionsSchema = z.array(z.enum(permissions, "The one permission there is, is refund."));

/** `environment/slug` of each merchant the person may see; null means every merchant, also those to come. */
const merchantsSchema = z
  .array(z.string().regex(/^(sandbox|demo|production)\/[a-z0-9][a-z0-9-]{0,40}$/, "Write each merchant as environment/name."))
  .max(5_000, "At most 5000 merchants can be listed; null means every merchant.")
  .nullable();

export const inviteStaffInput = z.strictObject({
  email: emailSchema,
  role: roleSchema,
  permissions: permissionsSchema.default([]),
  merchants: merchantsSchema.default(null),
});

export const changeStaffInput = z
  .strictObject({ role: roleSchema, permissions: permissionsSchema, merchants: merchantsSchema, disabled: z.boolean() })
  .partial();

export const staffMemberSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  permissions: z.array(z.string()),
  merchants: z.array(z.string()).nullable(),
  hasSecondFactor: z.boolean(),
  /** Came with the sandbox; never reaches production. */
  seeded: z.boolean(),
  disabledAt: instantSchema.nullable(),
  createdAt: instantSchema,
  lastSeenAt: instantSchema.nullable(),
});
export type StaffMember = z.infer<typeof staffMemberSchema>;

export const openInvitationSchema = z.object({
  id: z.string(),
  kind: z.enum(["first_admin", "invitation", "password"]),
  email: z.string().nullable(),
  role: roleSchema,
  permissions: z.array(z.string()),
  merchants: z.array(z.string()).nullable(),
  createdBy: z.string(),
  createdAt: instantSchema,
  expiresAt: instantSchema,
});
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

export const staffListSchema = z.object({ staff: z.array(staffMemberSchema), invitations: z.array(openInvitationSchema) });

/** The link is told this once; only its hash is kept. */
export const newLinkSchema = z.object({ link: z.string(), expiresAt: instantSchema });
export type NewLink = z.infer<typeof newLinkSchema>;
