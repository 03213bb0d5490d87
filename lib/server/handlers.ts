import "server-only";
import { accountHandlers } from "./handlers/accounts.ts";
import { environmentHandlers } from "./handlers/environments.ts";
import { merchantHandlers } from "./handlers/merchants.ts";
import { notificationHandlers } from "./handlers/notifications.ts";
import { paymentHandlers } from "./handlers/payments.ts";
import { transactionHandlers } from "./handlers/transactions.ts";
import { viewHandlers } from "./handlers/views.ts";

/** The handler of each operation, by its id. */
export const handlers = {
  ...accountHandlers,
  ...merchantHandlers,
  ...transactionHandlers,
  ...viewHandlers,
  ...paymentHandlers,
  ...notificationHandlers,
  ...environmentHandlers,
};
