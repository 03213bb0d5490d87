import { queryOptions } from "@tanstack/react-query";
import type { TransactionColumn } from "#lib/contract/transaction-columns.ts";
import type { MovingDays, ViewList } from "#lib/contract/view-parts.ts";
import { callOperation } from "./call-operation.ts";

export type ViewSearch = { [name: string]: string | undefined };

/** A view of any list; what a list does not have is left out. */
export type View = {
  id: string;
  name: string;
  merchant?: string | null;
  search: ViewSearch;
  movingDays?: MovingDays | null;
  columns?: TransactionColumn[] | null;
  isDefault: boolean;
  isShared: boolean;
  author: string | null;
  mayChange: boolean;
};

/** `columns`: the user's own, of transactions only. */
export type Views = { items: View[]; columns?: TransactionColumn[] | null };

/** What a view says of any list; what its list does not have is not sent. */
export type ViewContent = {
  name: string;
  search: ViewSearch;
  movingDays: MovingDays | null;
  columns: TransactionColumn[] | null;
  isDefault: boolean;
  isShared: boolean;
};
type NewView = ViewContent & { merchant: string | null };
type ViewChange = Partial<ViewContent>;

type ViewApi = {
  list(environment: string, signal?: AbortSignal): Promise<Views>;
  create(environment: string, view: NewView): Promise<View>;
  change(params: { environment: string; id: string }, change: ViewChange): Promise<View>;
  delete(params: { environment: string; id: string }): Promise<void>;
};

const viewOperations = async () => (await import("#lib/contract/view.ts")).viewOperations;
const listViews = () => import("#lib/contract/list-views.ts");
const notificationOperations = async () => (await listViews()).notificationViewOperations;
const paymentOperations = async () => (await listViews()).paymentViewOperations;
const merchantOperations = async () => (await listViews()).merchantViewOperations;

const api: Record<ViewList, ViewApi> = {
  transactions: {
    list: (environment, signal) => callOperation(viewOperations, "listViews", { params: { environment }, signal }),
    create: (environment, body) => callOperation(viewOperations, "createView", { params: { environment }, body }),
    change: (params, body) => callOperation(viewOperations, "changeView", { params, body }),
    delete: (params) => callOperation(viewOperations, "deleteView", { params }),
  },
  notifications: {
    list: (environment, signal) =>
      callOperation(notificationOperations, "listNotificationViews", { params: { environment }, signal }),
    create: (environment, { columns: _, ...body }) =>
      callOperation(notificationOperations, "createNotificationView", { params: { environment }, body }),
    change: (params, { columns: _, ...body }) =>
      callOperation(notificationOperations, "changeNotificationView", { params, body }),
    delete: (params) => callOperation(notificationOperations, "deleteNotificationView", { params }),
  },
  payments: {
    list: (environment, signal) => callOperation(paymentOperations, "listPaymentViews", { params: { environment }, signal }),
    create: (environment, { columns: _, ...body }) =>
      callOperation(paymentOperations, "createPaymentView", { params: { environment }, body }),
    change: (params, { columns: _, ...body }) => callOperation(paymentOperations, "changePaymentView", { params, body }),
    delete: (params) => callOperation(paymentOperations, "deletePaymentView", { params }),
  },
  merchants: {
    list: (environment, signal) => callOperation(merchantOperations, "listMerchantViews", { params: { environment }, signal }),
    create: (environment, { columns: _, movingDays: __, merchant: ___, ...body }) =>
      callOperation(merchantOperations, "createMerchantView", { params: { environment }, body }),
    change: (params, { columns: _, movingDays: __, ...body }) =>
      callOperation(merchantOperations, "changeMerchantView", { params, body }),
    delete: (params) => callOperation(merchantOperations, "deleteMerchantView", { params }),
  },
};

/** The list whose views are meant. */
export type ViewPlace = { environment: string; list: ViewList };

/** The saved views of a list that the user may open. */
export function viewsQuery({ environment, list }: ViewPlace) {
  return queryOptions({
    queryKey: [environment, "*", "views", list],
    queryFn: ({ signal }) => api[list].list(environment, signal),
    staleTime: 60_000,
  });
}

export function createView({ environment, list }: ViewPlace, view: NewView) {
  return api[list].create(environment, view);
}

export function changeView({ environment, list }: ViewPlace, id: string, change: ViewChange) {
  return api[list].change({ environment, id }, change);
}

export function deleteView({ environment, list }: ViewPlace, id: string) {
  return api[list].delete({ environment, id });
}

export function chooseColumns(environment: string, columns: readonly TransactionColumn[] | null) {
  const body = { columns };
  return callOperation(viewOperations, "chooseColumns", { params: { environment }, body });
}
