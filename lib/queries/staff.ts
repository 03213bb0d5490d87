import { queryOptions } from "@tanstack/react-query";
import { z } from "zod";
import { newLinkSchema, staffListSchema } from "../contract/staff.ts";
import { fetchJson } from "./fetch-json.ts";

const staffKey = ["staff"];

/** Everybody with an account here, and links that still open. */
export function staffQuery() {
  return queryOptions({
    queryKey: staffKey,
    queryFn: ({ signal }) => fetchJson("/api/staff", { schema: staffListSchema, signal }),
  });
}

export type StaffRights = { role: string; permissions: string[]; merchants: string[] | null };

export function inviteStaff(input: StaffRights & { email: string }) {
  return fetchJson("/api/staff/invitations", { method: "POST", body: input, schema: newLinkSchema });
}

export function withdrawInvitation(id: string): Promise<unknown> {
  return fetchJson(`/api/staff/invitations/${id}`, { method: "DELETE", schema: z.unknown() });
}

export function changeStaff(id: string, change: Partial<StaffRights> & { disabled?: boolean }): Promise<unknown> {
  return fetchJson(`/api/staff/${id}`, { method: "PATCH", body: change, schema: z.unknown() });
}

export function inviteToSetPassword(id: string) {
  return fetchJson(`/api/staff/${id}/password-link`, { method: "POST", schema: newLinkSchema });
}

/** Ends a person's sessions, or takes a lost second factor away. */
export function endFor(id: string, what: "sessions" | "second-factor"): Promise<unknown> {
  return fetchJson(`/api/staff/${id}/${what}`, { method: "DELETE", schema: z.unknown() });
}
