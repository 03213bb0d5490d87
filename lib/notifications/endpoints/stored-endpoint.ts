import { z } from "zod";
import { acceptedOrderSchema } from "../verification/accepted-order.ts";

/** An endpoint as it is written to the disk, without its keys. */
export const storedEndpointSchema = z.object({
  id: z.string(),
  environment: z.string(),
  merchantId: z.string(),
  merchant: z.string(),
  sid: z.string(),
  strictLayout: z.boolean(),
  /** What is no order leaves the usual one in force. */
  fieldOrder: acceptedOrderSchema.nullish().catch(null),
  forward: z.object({ mode: z.enum(["desk_answers", "shop_answers"]), url: z.string() }).nullish(),
});
