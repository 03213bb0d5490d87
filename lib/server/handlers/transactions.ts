import "server-only";
import type { bundleOperations } from "#lib/contract/bundle.ts";
import type { exportOperations } from "#lib/contract/export.ts";
import type { feeOperations } from "#lib/contract/fees.ts";
import type { findOperations } from "#lib/contract/find.ts";
import type { ledgerSyncOperations } from "#lib/contract/ledger-sync.ts";
import type { lookupOperations } from "#lib/contract/lookup.ts";
import type { noteOperations } from "#lib/contract/note.ts";
import type { orderCheckOperations } from "#lib/contract/order-check.ts";
import type { overviewOperations } from "#lib/contract/overview.ts";
import type { quickFindOperations } from "#lib/contract/quick-find.ts";
import type { tagOperations } from "#lib/contract/tag.ts";
import type { transactionOperations } from "#lib/contract/transaction-operations.ts";
import { exportLookup } from "#lib/services/bulk-lookup/export-lookup.ts";
import { lookupMerchantReferences, lookupReferences } from "#lib/services/bulk-lookup/lookup-references.ts";
import { openSharedLookup, shareLookup } from "#lib/services/bulk-lookup/share-lookup.ts";
import { shareMatchingLookup, shareNotificationsLookup, sharePaymentsLookup } from "#lib/services/bulk-lookup/share-matching.ts";
import { exportTransactions } from "#lib/services/export/export-transactions.ts";
import { exportFees } from "#lib/services/fees/export-fees.ts";
import { listFees } from "#lib/services/fees/list-fees.ts";
import { sumFees } from "#lib/services/fees/sum-fees.ts";
import { getLedgerSync, requestRun, stopRun } from "#lib/services/ledger-sync/sync-runs.ts";
import { listRecordNotes } from "#lib/services/notes/list-notes.ts";
import { createNote, editNote } from "#lib/services/notes/write-note.ts";
import { checkOrders } from "#lib/services/order-check/check-orders.ts";
import { exportOrderCheck } from "#lib/services/order-check/export-order-check.ts";
import { getOverview } from "#lib/services/overview/get-overview.ts";
import { rankMerchants } from "#lib/services/overview/rank-merchants.ts";
import { findAnything } from "#lib/services/search/find-anything.ts";
import { findSteps } from "#lib/services/search/find-steps.ts";
import { quickFind } from "#lib/services/search/quick/quick-find.ts";
import { createSupportBundle } from "#lib/services/support-bundle/make-bundle.ts";
import { changeTags } from "#lib/services/tags/change-tags.ts";
import { listRecordTags, listTags } from "#lib/services/tags/list-tags.ts";
import { getTransaction } from "#lib/services/transactions/get-transaction.ts";
import { getTransactionById } from "#lib/services/transactions/get-transaction-by-id.ts";
import { listTransactionOptions } from "#lib/services/transactions/list-transaction-options.ts";
import { listMerchantTransactions, listTransactions } from "#lib/services/transactions/list-transactions.ts";
import { listTransactionDays, totalTransactions } from "#lib/services/transactions/sum-transactions.ts";
import { readStateTexts } from "../catalogues.ts";
import { fileResponse } from "../file-response.ts";
import type { Handlers } from "../handler.ts";
import { streamLines } from "../stream-lines.ts";

type Table = typeof overviewOperations &
  typeof quickFindOperations &
  typeof transactionOperations &
  typeof noteOperations &
  typeof tagOperations &
  typeof bundleOperations &
  typeof lookupOperations &
  typeof orderCheckOperations &
  typeof feeOperations &
  typeof findOperations &
  typeof exportOperations &
  typeof ledgerSyncOperations;

export const transactionHandlers: Handlers<Table> = {
  getOverviewOfAll: (ctx, question) => getOverview(ctx, { ...question, merchant: null }),
  getOverview,
  rankMerchants,
  quickFind,
  listAllTransactions: listTransactions,
  listTransactions: listMerchantTransactions,
  totalAllTransactions: totalTransactions,
  totalTransactions,
  listAllTransactionDays: listTransactionDays,
  listTransactionDays,
  listAllTransactionOptions: listTransactionOptions,
  listTransactionOptions,
  getTransaction,
  getTransactionById,
  listNotes: listRecordNotes,
  createNote,
  editNote,
  listTags: (ctx, { environment }) => listTags(ctx, environment),
  listRecordTags,
  changeTags,
  makeBundle: async (ctx, question) => {
    const { text: body, ...file } = await createSupportBundle(ctx, { ...question, texts: await readStateTexts() });
    return fileResponse({ body, ...file });
  },
  shareLookup,
  shareMatchingLookup: (ctx, question) => shareMatchingLookup(ctx, question),
  shareNotificationsLookup: (ctx, question) => shareNotificationsLookup(ctx, question),
  sharePaymentsLookup: (ctx, question) => sharePaymentsLookup(ctx, question),
  openSharedLookup,
  exportLookup: async (ctx, question) => fileResponse(await exportLookup(ctx, question)),
  lookUpReferences: lookupMerchantReferences,
  lookUpReferencesEverywhere: lookupReferences,
  checkOrders: (ctx, question) => streamLines(checkOrders(ctx, question), ctx.staff),
  exportOrderCheck: async (ctx, question) => fileResponse(await exportOrderCheck(ctx, question)),
  listFees,
  sumFees,
  exportFees: async (ctx, question) => fileResponse(await exportFees(ctx, question)),
  find: findAnything,
  findInSteps: (ctx, question) => streamLines(findSteps(ctx, question), ctx.staff),
  exportAllTransactions: async (ctx, question) => fileResponse(await exportTransactions(ctx, question)),
  exportTransactions: async (ctx, question) => fileResponse(await exportTransactions(ctx, question)),
  getLedgerSync,
  requestSyncRun: requestRun,
  stopSyncRun: stopRun,
};
