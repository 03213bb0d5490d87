import "server-only";
import { notFound } from "next/navigation";
import { type Environment, isEnvironment } from "#lib/core/identifiers.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { requireStaffPage } from "./require-staff.ts";

/** For pages of an environment: the staff member and the environment of the address, or the not-found page. */
export async function requireEnvironmentPage({ environment }: { environment: string }): Promise<{
  ctx: ServiceContext;
  environment: Environment;
}> {
  const ctx = await requireStaffPage();
  if (!isEnvironment(environment)) notFound();
  return { ctx, environment };
}
