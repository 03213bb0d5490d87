import { hideValue, type Mask, maskValue } from "#lib/notifications/receive/mask.ts";
import type { ServiceContext } from "../../context.ts";

/** How values of notifications are shown to this session. */
export function maskFor({ staff }: Pick<ServiceContext, "staff">): Mask {
  return staff.isPresenting ? hideValue : maskValue;
}
