import { changeStaffInput, inviteStaffInput, newLinkSchema, staffListSchema } from "../../staff.ts";
import type { Operation } from "../operation.ts";

const admin = { tag: "Staff", role: "admin", forLimitedAdmins: "narrowed" } as const;
const link = { 201: { description: "The link, told this once.", schema: newLinkSchema } } as const;

export const staffOperations: readonly Operation[] = [
  {
    ...admin,
    id: "listStaff",
    method: "get",
    path: "/api/staff",
    summary: "Who has an account here, and links that still open",
    answers: { 200: { description: "Everybody.", schema: staffListSchema } },
    errors: [],
  },
  {
    ...admin,
    id: "changeStaff",
    method: "patch",
    path: "/api/staff/{id}",
    summary: "Role, permissions, merchants, disabled; the person's sessions end",
    body: changeStaffInput,
    answers: { 204: { description: "Changed." } },
    errors: ["proof_required", "conflict"],
  },
  {
    ...admin,
    id: "endSessionsOf",
    method: "delete",
    path: "/api/staff/{id}/sessions",
    summary: "End a person's sessions",
    answers: { 204: { description: "Ended." } },
    errors: ["proof_required", "conflict"],
  },
  {
    ...admin,
    id: "resetSecondFactor",
    method: "delete",
    path: "/api/staff/{id}/second-factor",
    summary: "Take a lost second factor away",
    answers: { 204: { description: "Removed." } },
    errors: ["proof_required", "conflict"],
  },
  {
    ...admin,
    id: "inviteToSetPassword",
    method: "post",
    path: "/api/staff/{id}/password-link",
    summary: "A link to set a new password",
    answers: link,
    errors: ["proof_required"],
  },
  {
    ...admin,
    id: "inviteStaff",
    method: "post",
    path: "/api/staff/invitations",
    summary: "A link by which somebody becomes staff",
    body: inviteStaffInput,
    answers: link,
    errors: ["proof_required"],
  },
  {
    ...admin,
    id: "withdrawLink",
    method: "delete",
    path: "/api/staff/invitations/{id}",
    summary: "End a link that still opens",
    answers: { 204: { description: "It opens no more." } },
    errors: [],
  },
];
