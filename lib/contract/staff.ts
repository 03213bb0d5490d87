import { z } from "zod";
import { emailSchema, instantSchema } from "./common.ts";
import { defineOperations } from "./operation.ts";
import { roleSchema } from "./role.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

export const permissions = ["refund"] as const;
const permissionsSchema = z.array(z.enum(permissions, rule("permission_unknown")));

/** `environment/slug` of each allowed merchant; null means every merchant, including future ones. */
const merchantsSchema = z
  .array(z.string().regex(/^(sandbox|demo|production)\/[a-z0-9][a-z0-9-]{0,40}$/, rule("merchant_form")))
  .max(5_000, rule("merchants_listed_too_many"))
  .nullable();

export const inviteStaffInput = z
  .strictObject({
    email: emailSchema,
    role: roleSchema,
    permissions: permissionsSchema.default([]),
    merchants: merchantsSchema.default(null),
  })
  .register(schemaNames, { id: "NewInvitation" });

export const changeStaffInput = z
  .strictObject({ role: roleSchema, permissions: permissionsSchema, merchants: merchantsSchema, disabled: z.boolean() })
  .partial()
  .register(schemaNames, { id: "StaffChange" });

export const staffMemberSchema = z
  .object({
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
  })
  .register(schemaNames, { id: "StaffMember" });
export type StaffMember = z.infer<typeof staffMemberSchema>;

export const openInvitationSchema = z
  .object({
    id: z.string(),
    kind: z.enum(["first_admin", "invitation", "password"]),
    email: z.string().nullable(),
    role: roleSchema,
    permissions: z.array(z.string()),
    merchants: z.array(z.string()).nullable(),
    createdBy: z.string(),
    createdAt: instantSchema,
    expiresAt: instantSchema,
  })
  .register(schemaNames, { id: "OpenInvitation" });
export type OpenInvitation = z.infer<typeof openInvitationSchema>;

export const staffListSchema = z
  .object({ staff: z.array(staffMemberSchema), invitations: z.array(openInvitationSchema) })
  .register(schemaNames, { id: "StaffList" });

/** The link is returned only once; only its hash is stored. */
export const newLinkSchema = z.object({ link: z.string(), expiresAt: instantSchema }).register(schemaNames, { id: "NewLink" });
export type NewLink = z.infer<typeof newLinkSchema>;

const admin = { role: "admin", forLimitedAdmins: "narrowed" } as const;

const link = { 201: { description: "The link, told this once.", schema: newLinkSchema } } as const;

export const staffOperations = defineOperations("Staff", {
  listStaff: {
    ...admin,
    method: "get",
    path: "/api/staff",
    summary: "Who has an account here, and links that still open",
    answers: { 200: { description: "Everybody.", schema: staffListSchema } },
  },
  changeStaff: {
    ...admin,
    method: "patch",
    path: "/api/staff/{id}",
    summary: "Role, permissions, merchants, disabled; the person's sessions end",
    body: changeStaffInput,
    example: { role: "viewer" },
    answers: { 204: { description: "Changed." } },
    errors: ["proof_required", "conflict"],
  },
  endSessionsOf: {
    ...admin,
    method: "delete",
    path: "/api/staff/{id}/sessions",
    summary: "End a person's sessions",
    answers: { 204: { description: "Ended." } },
    errors: ["proof_required", "conflict"],
  },
  resetSecondFactor: {
    ...admin,
    method: "delete",
    path: "/api/staff/{id}/second-factor",
    summary: "Take a lost second factor away",
    answers: { 204: { description: "Removed." } },
    errors: ["proof_required", "conflict"],
  },
  inviteToSetPassword: {
    ...admin,
    method: "post",
    path: "/api/staff/{id}/password-link",
    summary: "A link to set a new password",
    answers: link,
    errors: ["proof_required"],
  },
  inviteStaff: {
    ...admin,
    method: "post",
    path: "/api/staff/invitations",
    summary: "A link by which somebody becomes staff",
    body: inviteStaffInput,
    example: { email: "new@counterfoil.example", role: "viewer" },
    answers: link,
    errors: ["proof_required"],
  },
  withdrawLink: {
    ...admin,
    method: "delete",
    path: "/api/staff/invitations/{id}",
    summary: "End a link that still opens",
    answers: { 204: { description: "It opens no more." } },
  },
});
