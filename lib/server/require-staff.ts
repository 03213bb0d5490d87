import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { ServiceContext, SignedInStaff } from "#lib/services/context.ts";
import { getRuntime } from "./runtime.ts";
import { findSignedInStaff, toServiceContext } from "./signed-in-staff.ts";

const base = "http://desk.invalid";

/** For pages: the signed-in staff member, or undefined. Cached for the request. */
export const findStaff = cache(async (): Promise<SignedInStaff | undefined> => {
  return findSignedInStaff(await getRuntime(), await cookies());
});

/** For pages: redirects users without a session to sign in, and back to the same address afterwards. */
export async function requireStaffPage(): Promise<ServiceContext> {
  const received = await headers();
  const staff = await findStaff();
  if (!staff) redirect(`/login?next=${encodeURIComponent(toPageAddress(received.get("x-address")))}`);
  return toServiceContext(await getRuntime(), staff, { received, isList: true });
}

/**
 * The page of a request, from its target as the front server received it: path and query without the parameters
 * that the router adds when it loads a page's data.
 */
export function toPageAddress(target: string | null): string {
  if (target === null || !URL.canParse(target, base)) return "/";
  const { pathname, searchParams } = new URL(target, base);
  searchParams.delete("_rsc");
  const query = searchParams.toString();
  return query === "" ? pathname : `${pathname}?${query}`;
}
