import { z } from "zod";
import { merchantListFilters, notificationFilters, paymentFilters } from "./filters.ts";
import { listMerchantsInput } from "./merchant.ts";
import { listNotificationsInput } from "./notification.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { listPaymentsInput } from "./payment.ts";
import { schemaNames } from "./schema-names.ts";
import {
  changeViewSchema,
  createViewSchema,
  merchantPart,
  movingDaysPart,
  type ViewContract,
  viewActions,
  viewOf,
  viewSearch,
} from "./view-parts.ts";

// Views of transactions have columns as well and are in `view.ts`.

const notificationSearch = viewSearch(notificationFilters, listNotificationsInput);
const createNotificationViewInput = createViewSchema(merchantPart, {
  search: notificationSearch.checked,
  ...movingDaysPart,
}).register(schemaNames, {
  id: "NewNotificationView",
});
const changeNotificationViewInput = changeViewSchema({ search: notificationSearch.checked, ...movingDaysPart }).register(
  schemaNames,
  {
    id: "NotificationViewChange",
  },
);
const notificationViewSchema = viewOf(merchantPart, { search: notificationSearch.stored, ...movingDaysPart }).register(
  schemaNames,
  { id: "NotificationView" },
);
const notificationViewsSchema = z
  .object({ items: z.array(notificationViewSchema) })
  .register(schemaNames, { id: "NotificationViews" });

const notificationActions = viewActions({
  path: `${environmentPath}/notifications/views`,
  ofList: "the notifications list",
  create: createNotificationViewInput,
  example: { name: "Mine", merchant: null, search: {}, movingDays: null },
  change: changeNotificationViewInput,
  view: notificationViewSchema,
  views: notificationViewsSchema,
});

export const notificationViewOperations = defineOperations("Notifications", {
  listNotificationViews: notificationActions.list,
  createNotificationView: notificationActions.create,
  changeNotificationView: notificationActions.change,
  deleteNotificationView: notificationActions.delete,
});

export const notificationViews: ViewContract<z.infer<typeof notificationViewSchema>> = {
  list: "notifications",
  operations: {
    list: notificationViewOperations.listNotificationViews,
    create: notificationViewOperations.createNotificationView,
    change: notificationViewOperations.changeNotificationView,
    delete: notificationViewOperations.deleteNotificationView,
  },
  create: createNotificationViewInput,
  change: changeNotificationViewInput,
  view: notificationViewSchema,
};

const paymentSearch = viewSearch(paymentFilters, listPaymentsInput);
const createPaymentViewInput = createViewSchema(merchantPart, { search: paymentSearch.checked, ...movingDaysPart }).register(
  schemaNames,
  {
    id: "NewPaymentView",
  },
);
const changePaymentViewInput = changeViewSchema({ search: paymentSearch.checked, ...movingDaysPart }).register(schemaNames, {
  id: "PaymentViewChange",
});
const paymentViewSchema = viewOf(merchantPart, { search: paymentSearch.stored, ...movingDaysPart }).register(schemaNames, {
  id: "PaymentView",
});
const paymentViewsSchema = z.object({ items: z.array(paymentViewSchema) }).register(schemaNames, { id: "PaymentViews" });

const paymentActions = viewActions({
  path: `${environmentPath}/payments/views`,
  ofList: "the list of terminal payments",
  create: createPaymentViewInput,
  example: { name: "Mine", merchant: null, search: {}, movingDays: null },
  change: changePaymentViewInput,
  view: paymentViewSchema,
  views: paymentViewsSchema,
});

export const paymentViewOperations = defineOperations("Payments", {
  listPaymentViews: paymentActions.list,
  createPaymentView: paymentActions.create,
  changePaymentView: paymentActions.change,
  deletePaymentView: paymentActions.delete,
});

export const paymentViews: ViewContract<z.infer<typeof paymentViewSchema>> = {
  list: "payments",
  operations: {
    list: paymentViewOperations.listPaymentViews,
    create: paymentViewOperations.createPaymentView,
    change: paymentViewOperations.changePaymentView,
    delete: paymentViewOperations.deletePaymentView,
  },
  create: createPaymentViewInput,
  change: changePaymentViewInput,
  view: paymentViewSchema,
};

const merchantSearch = viewSearch(merchantListFilters, listMerchantsInput);
const createMerchantViewInput = createViewSchema({}, { search: merchantSearch.checked }).register(schemaNames, {
  id: "NewMerchantView",
});
const changeMerchantViewInput = changeViewSchema({ search: merchantSearch.checked }).register(schemaNames, {
  id: "MerchantViewChange",
});
const merchantViewSchema = viewOf({}, { search: merchantSearch.stored }).register(schemaNames, { id: "MerchantView" });
const merchantViewsSchema = z.object({ items: z.array(merchantViewSchema) }).register(schemaNames, { id: "MerchantViews" });

const merchantActions = viewActions({
  path: `${environmentPath}/merchants/views`,
  ofList: "the list of merchants",
  create: createMerchantViewInput,
  example: { name: "Mine", search: {} },
  change: changeMerchantViewInput,
  view: merchantViewSchema,
  views: merchantViewsSchema,
});

export const merchantViewOperations = defineOperations("Merchants", {
  listMerchantViews: merchantActions.list,
  createMerchantView: merchantActions.create,
  changeMerchantView: merchantActions.change,
  deleteMerchantView: merchantActions.delete,
});

export const merchantViews: ViewContract<z.infer<typeof merchantViewSchema>> = {
  list: "merchants",
  operations: {
    list: merchantViewOperations.listMerchantViews,
    create: merchantViewOperations.createMerchantView,
    change: merchantViewOperations.changeMerchantView,
    delete: merchantViewOperations.deleteMerchantView,
  },
  create: createMerchantViewInput,
  change: changeMerchantViewInput,
  view: merchantViewSchema,
};
