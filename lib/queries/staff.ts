import { queryOptions } from "@tanstack/react-query";
import type { z } from "zod";
import type { Role } from "#lib/contract/role.ts";
import type { changeStaffInput, inviteStaffInput } from "#lib/contract/staff.ts";
import { callOperation } from "./call-operation.ts";

const staffOperations = async () => (await import("#lib/contract/staff.ts")).staffOperations;

const staffKey = ["staff"];

/** All staff, and valid invitation links. */
export function staffQuery() {
  return queryOptions({
    queryKey: staffKey,
    queryFn: ({ signal }) => callOperation(staffOperations, "listStaff", { signal }),
  });
}

export type StaffRights = { role: Role; permissions: string[]; merchants: string[] | null };

export function inviteStaff(input: StaffRights & { email: string }) {
  return callOperation(staffOperations, "inviteStaff", { body: input as z.input<typeof inviteStaffInput> });
}

export function withdrawInvitation(id: string): Promise<unknown> {
  return callOperation(staffOperations, "withdrawLink", { params: { id } });
}

export function changeStaff(id: string, change: Partial<StaffRights> & { disabled?: boolean }): Promise<unknown> {
  return callOperation(staffOperations, "changeStaff", { params: { id }, body: change as z.input<typeof changeStaffInput> });
}

export function inviteToSetPassword(id: string) {
  return callOperation(staffOperations, "inviteToSetPassword", { params: { id } });
}

/** Ends a staff member's sessions, or removes a lost second factor. */
export function endFor(id: string, what: "endSessionsOf" | "resetSecondFactor"): Promise<unknown> {
  return callOperation(staffOperations, what, { params: { id } });
}
