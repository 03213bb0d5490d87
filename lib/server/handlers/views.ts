import "server-only";
import {
  type merchantViewOperations,
  merchantViews,
  type notificationViewOperations,
  notificationViews,
  type paymentViewOperations,
  paymentViews,
} from "#lib/contract/list-views.ts";
import { transactionViews, type viewOperations } from "#lib/contract/view.ts";
import { changeView, chooseColumns, createView, listTransactionViews, listViews, removeView } from "#lib/services/views/views.ts";
import type { Handlers } from "../handler.ts";

type Table = typeof viewOperations &
  typeof notificationViewOperations &
  typeof paymentViewOperations &
  typeof merchantViewOperations;

export const viewHandlers: Handlers<Table> = {
  listViews: (ctx, { environment }) => listTransactionViews(ctx, environment),
  createView: (ctx, question) => createView(ctx, { ...question, contract: transactionViews }),
  changeView: (ctx, question) => changeView(ctx, { ...question, contract: transactionViews }),
  deleteView: (ctx, question) => removeView(ctx, { ...question, contract: transactionViews }),
  chooseColumns,
  listNotificationViews: async (ctx, question) => ({ items: await listViews(ctx, { ...question, contract: notificationViews }) }),
  createNotificationView: (ctx, question) => createView(ctx, { ...question, contract: notificationViews }),
  changeNotificationView: (ctx, question) => changeView(ctx, { ...question, contract: notificationViews }),
  deleteNotificationView: (ctx, question) => removeView(ctx, { ...question, contract: notificationViews }),
  listPaymentViews: async (ctx, question) => ({ items: await listViews(ctx, { ...question, contract: paymentViews }) }),
  createPaymentView: (ctx, question) => createView(ctx, { ...question, contract: paymentViews }),
  changePaymentView: (ctx, question) => changeView(ctx, { ...question, contract: paymentViews }),
  deletePaymentView: (ctx, question) => removeView(ctx, { ...question, contract: paymentViews }),
  listMerchantViews: async (ctx, question) => ({ items: await listViews(ctx, { ...question, contract: merchantViews }) }),
  createMerchantView: (ctx, question) => createView(ctx, { ...question, contract: merchantViews }),
  changeMerchantView: (ctx, question) => changeView(ctx, { ...question, contract: merchantViews }),
  deleteMerchantView: (ctx, question) => removeView(ctx, { ...question, contract: merchantViews }),
};
