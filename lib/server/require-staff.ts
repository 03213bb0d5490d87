import "server-only";
import { cookies, headers } from "next/headers";
import { redirect } from "next/navigation";
import { cache } from "react";
import type { ServiceContext, SignedInStaff } from "#lib/services/context.ts";
import { toPageAddress } from "./page-address.ts";
import { getRuntime } from "./runtime.ts";
import { findSignedInStaff, toServiceContext } from "./signed-in-staff.ts";

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
