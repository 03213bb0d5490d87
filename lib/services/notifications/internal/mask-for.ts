import { hideValue, type Mask, maskValue } from "#lib/privacy/mask.ts";
import type { ServiceContext } from "../../context.ts";

/** How this session shows values of notifications. */
export function maskFor({ staff }: Pick<ServiceContext, "staff">): Mask {
  return staff.isPresenting ? hideValue : maskValue;
}
