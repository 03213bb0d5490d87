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

export const notificationViewOperations = defineOperations("Notifications", {
  listNotificationViews: {
    method: "get",
    path: `${environmentPath}/notifications/views`,
    summary: "Your own named views of the notifications list, and those that colleagues share",
    role: "viewer",
    answers: { 200: { description: "Views by name.", schema: notificationViewsSchema } },
  },
  createNotificationView: {
    method: "post",
    path: `${environmentPath}/notifications/views`,
    summary: "Keep filters of the notifications list under a name of your own",
    role: "viewer",
    body: createNotificationViewInput,
    example: { name: "Mine", merchant: null, search: {}, movingDays: null },
    answers: { 201: { description: "The view as it is now.", schema: notificationViewSchema } },
    errors: ["not_found"],
  },
  changeNotificationView: {
    method: "patch",
    path: `${environmentPath}/notifications/views/{id}`,
    summary: "Rename one of your views, change what it shows, share it, or make the list open with it",
    role: "viewer",
    body: changeNotificationViewInput,
    example: { name: "Mine" },
    answers: { 200: { description: "The view as it is now.", schema: notificationViewSchema } },
    errors: ["not_found"],
  },
  deleteNotificationView: {
    method: "delete",
    path: `${environmentPath}/notifications/views/{id}`,
    summary: "Delete one of your views; administrators also shared ones",
    role: "viewer",
    answers: { 204: { description: "It is gone." } },
    errors: ["not_found"],
  },
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

export const paymentViewOperations = defineOperations("Payments", {
  listPaymentViews: {
    method: "get",
    path: `${environmentPath}/payments/views`,
    summary: "Your own named views of the list of terminal payments, and those that colleagues share",
    role: "viewer",
    answers: { 200: { description: "Views by name.", schema: paymentViewsSchema } },
  },
  createPaymentView: {
    method: "post",
    path: `${environmentPath}/payments/views`,
    summary: "Keep filters of the list of terminal payments under a name of your own",
    role: "viewer",
    body: createPaymentViewInput,
    example: { name: "Mine", merchant: null, search: {}, movingDays: null },
    answers: { 201: { description: "The view as it is now.", schema: paymentViewSchema } },
    errors: ["not_found"],
  },
  changePaymentView: {
    method: "patch",
    path: `${environmentPath}/payments/views/{id}`,
    summary: "Rename one of your views, change what it shows, share it, or make the list open with it",
    role: "viewer",
    body: changePaymentViewInput,
    example: { name: "Mine" },
    answers: { 200: { description: "The view as it is now.", schema: paymentViewSchema } },
    errors: ["not_found"],
  },
  deletePaymentView: {
    method: "delete",
    path: `${environmentPath}/payments/views/{id}`,
    summary: "Delete one of your views; administrators also shared ones",
    role: "viewer",
    answers: { 204: { description: "It is gone." } },
    errors: ["not_found"],
  },
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

export const merchantViewOperations = defineOperations("Merchants", {
  listMerchantViews: {
    method: "get",
    path: `${environmentPath}/merchants/views`,
    summary: "Your own named views of the list of merchants, and those that colleagues share",
    role: "viewer",
    answers: { 200: { description: "Views by name.", schema: merchantViewsSchema } },
  },
  createMerchantView: {
    method: "post",
    path: `${environmentPath}/merchants/views`,
    summary: "Keep filters of the list of merchants under a name of your own",
    role: "viewer",
    body: createMerchantViewInput,
    example: { name: "Mine", search: {} },
    answers: { 201: { description: "The view as it is now.", schema: merchantViewSchema } },
    errors: ["not_found"],
  },
  changeMerchantView: {
    method: "patch",
    path: `${environmentPath}/merchants/views/{id}`,
    summary: "Rename one of your views, change what it shows, share it, or make the list open with it",
    role: "viewer",
    body: changeMerchantViewInput,
    example: { name: "Mine" },
    answers: { 200: { description: "The view as it is now.", schema: merchantViewSchema } },
    errors: ["not_found"],
  },
  deleteMerchantView: {
    method: "delete",
    path: `${environmentPath}/merchants/views/{id}`,
    summary: "Delete one of your views; administrators also shared ones",
    role: "viewer",
    answers: { 204: { description: "It is gone." } },
    errors: ["not_found"],
  },
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
