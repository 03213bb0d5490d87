import { z } from "zod";
import { forwardModes } from "../forwarding/ports.ts";
import { acceptedOrderSchema } from "../verification/accepted-order.ts";

/** An endpoint as written to disk, without its keys. */
export const storedEndpointSchema = z.object({
  id: z.string(),
  environment: z.string(),
  merchantId: z.string(),
  merchant: z.string(),
  sid: z.string(),
  strictLayout: z.boolean(),
  /** An invalid order is read as null, which means the default order. */
  fieldOrder: acceptedOrderSchema.nullish().catch(null),
  forward: z.object({ mode: z.enum(forwardModes), url: z.string() }).nullish(),
});
