import { z } from "zod";
import { shopTrySchema } from "./forward.ts";
import { reasonMin } from "./notification-marks.ts";
import { defineOperations, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const sendNotificationInput = z
  .strictObject({
    url: z.string(rule("send_url_missing")).trim().min(1, rule("send_url_missing")),
    reason: z
      .string(rule("send_reason_missing"))
      .trim()
      .min(reasonMin, rule("send_reason_missing"))
      .max(200, rule("reveal_reason_too_long")),
  })
  .register(schemaNames, { id: "NotificationToSend" });

/** What the address answered; nothing about the payment follows from it. */
const sentNotificationSchema = shopTrySchema.extend({ url: z.string() }).register(schemaNames, { id: "SentNotification" });
export type SentNotification = z.infer<typeof sentNotificationSchema>;

export const notificationSendingOperations = defineOperations("Notifications", {
  sendNotification: {
    method: "post",
    path: `${merchantPath}/notifications/{id}/send`,
    summary:
      "Sends the received bytes once to a public https address or one of FORWARD_HOSTS, in sandbox and demo; audited with reason",
    role: "admin",
    body: sendNotificationInput,
    example: { url: "https://shop.example.com/mypos/notify", reason: "new shop system" },
    answers: { 200: { description: "What it answered.", schema: sentNotificationSchema } },
    errors: ["proof_required", "presenting"],
  },
});
