import { queryOptions } from "@tanstack/react-query";
import type { Role } from "../contract/session.ts";
import { fetchJson } from "./fetch-json.ts";

const staffKey = ["staff"];

/** Everybody with an account here, and links that still open. */
export function staffQuery() {
  return queryOptions({
    queryKey: staffKey,
    queryFn: ({ signal }) =>
      fetchJson("/api/staff", { schema: async () => (await import("../contract/staff.ts")).staffListSchema, signal }),
  });
}

export type StaffRights = { role: Role; permissions: string[]; merchants: string[] | null };

export function inviteStaff(input: StaffRights & { email: string }) {
  return fetchJson("/api/staff/invitations", {
    method: "POST",
    body: input,
    schema: async () => (await import("../contract/staff.ts")).newLinkSchema,
  });
}

export function withdrawInvitation(id: string): Promise<unknown> {
  return fetchJson(`/api/staff/invitations/${id}`, { method: "DELETE" });
}

export function changeStaff(id: string, change: Partial<StaffRights> & { disabled?: boolean }): Promise<unknown> {
  return fetchJson(`/api/staff/${id}`, { method: "PATCH", body: change });
}

export function inviteToSetPassword(id: string) {
  return fetchJson(`/api/staff/${id}/password-link`, {
    method: "POST",
    schema: async () => (await import("../contract/staff.ts")).newLinkSchema,
  });
}

/** Ends a person's sessions, or takes a lost second factor away. */
export function endFor(id: string, what: "sessions" | "second-factor"): Promise<unknown> {
  return fetchJson(`/api/staff/${id}/${what}`, { method: "DELETE" });
}
