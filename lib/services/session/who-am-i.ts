import { type WhoAmI, whoAmISchema } from "#lib/contract/session.ts";
import type { ServiceContext } from "../context.ts";

export async function whoAmI({ staff }: ServiceContext): Promise<WhoAmI> {
  const isLimited = staff.merchants !== null;
  return whoAmISchema.parse({
    staff: { ...staff, isLimited },
    environments: staff.environments,
    isPresenting: staff.isPresenting,
  });
}
