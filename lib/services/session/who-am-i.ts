import { type WhoAmI, whoAmISchema } from "../../contract/session.ts";
import type { ServiceContext } from "../context.ts";

export async function whoAmI({ staff }: ServiceContext): Promise<WhoAmI> {
  return whoAmISchema.parse({ staff, environments: staff.environments, isPresenting: staff.isPresenting });
}
