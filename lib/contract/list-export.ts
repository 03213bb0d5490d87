import { z } from "zod";
import { zoneSchema } from "./common.ts";
import { filterShape, inOrder } from "./filter-schema.ts";
import { notificationFilters, paymentFilters } from "./filters.ts";
import { defineOperations, environmentPath, merchantPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

const file = {
  format: z.enum(["csv", "xlsx"], "format is csv or xlsx."),
  /** The zone of times in the file; by default the environment's. */
  zone: zoneSchema.optional(),
};

const exportPaymentsInput = inOrder(z.strictObject({ ...file, ...filterShape(paymentFilters) })).register(schemaNames, {
  id: "PaymentsToExport",
});

const exportNotificationsInput = inOrder(z.strictObject({ ...file, ...filterShape(notificationFilters) })).register(schemaNames, {
  id: "NotificationsToExport",
});

const exported = {
  isList: true,
  method: "post",
  role: "support",
  example: { format: "csv" },
  answers: { 200: { description: "The file, as CSV or XLSX.", contentType: "application/octet-stream" } },
} as const;

export const paymentExportOperations = defineOperations("Payments", {
  exportAllPayments: {
    ...exported,
    body: exportPaymentsInput,
    path: `${environmentPath}/payments/export`,
    summary: "Payments as CSV or XLSX, all merchants you may see; audited",
  },
  exportPayments: {
    ...exported,
    body: exportPaymentsInput,
    path: `${merchantPath}/payments/export`,
    summary: "Payments of a merchant as CSV or XLSX; audited",
  },
});

export const notificationExportOperations = defineOperations("Notifications", {
  exportAllNotifications: {
    ...exported,
    body: exportNotificationsInput,
    path: `${environmentPath}/notifications/export`,
    summary: "What arrived at URL_Notify as CSV or XLSX, all merchants you may see; audited",
  },
  exportNotifications: {
    ...exported,
    body: exportNotificationsInput,
    path: `${merchantPath}/notifications/export`,
    summary: "What arrived at URL_Notify of a merchant as CSV or XLSX; audited",
  },
});
