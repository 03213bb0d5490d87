import { z } from "zod";

/** An endpoint as it is written to the disk, without its keys. */
export const storedEndpointSchema = z.object({
  id: z.string(),
  environment: z.string(),
  merchantId: z.string(),
  merchant: z.string(),
  sid: z.string(),
  strictLayout: z.boolean(),
  fieldOrder: z.array(z.string()).nullish(),
  forward: z.object({ mode: z.enum(["desk_answers", "shop_answers"]), url: z.string() }).nullish(),
});
