import "server-only";
import type { alertOperations } from "#lib/contract/alert.ts";
import type { channelOperations } from "#lib/contract/alert-channel.ts";
import type { alertRuleOperations } from "#lib/contract/alert-rule.ts";
import type { notificationExportOperations } from "#lib/contract/list-export.ts";
import type { liveOperations } from "#lib/contract/live.ts";
import type { moneyBackOperations } from "#lib/contract/money-back.ts";
import type { notificationOperations } from "#lib/contract/notification-operations.ts";
import type { notificationSendingOperations } from "#lib/contract/notification-sending.ts";
import { acknowledgeAlert, resolveAlert } from "#lib/services/alerts/change-alert.ts";
import { deleteAlertChannel } from "#lib/services/alerts/channels/delete-channel.ts";
import { listAlertChannels } from "#lib/services/alerts/channels/list-channels.ts";
import { saveAlertChannel } from "#lib/services/alerts/channels/save-channel.ts";
import { testAlertChannel } from "#lib/services/alerts/channels/test-channel.ts";
import { commentAlert } from "#lib/services/alerts/comment-alert.ts";
import { listAlerts } from "#lib/services/alerts/list-alerts.ts";
import { listAlertRules } from "#lib/services/alerts/rules/list-rules.ts";
import { resetAlertRule } from "#lib/services/alerts/rules/reset-rule.ts";
import { saveAlertRule } from "#lib/services/alerts/rules/save-rule.ts";
import { exportNotifications } from "#lib/services/export/export-notifications.ts";
import { exportMoneyBack } from "#lib/services/money-back/export-money-back.ts";
import { listMoneyBack } from "#lib/services/money-back/list-money-back.ts";
import { sumMoneyBack } from "#lib/services/money-back/sum-money-back.ts";
import { getNotification } from "#lib/services/notifications/get-notification.ts";
import { compareNotifications } from "#lib/services/notifications/internal/compare-notifications.ts";
import { readRawBody } from "#lib/services/notifications/internal/read-raw-body.ts";
import { listNeverNotified } from "#lib/services/notifications/list-never-notified.ts";
import { listNotifications } from "#lib/services/notifications/list-notifications.ts";
import { checkNotificationAgain } from "#lib/services/notifications/reconciliation/check-again.ts";
import { replayNotification } from "#lib/services/notifications/replay-notification.ts";
import { revealNotification } from "#lib/services/notifications/reveal-notification.ts";
import { reverifyMerchant, reverifyNotification } from "#lib/services/notifications/reverify-notification.ts";
import { sendNotification } from "#lib/services/notifications/send-notification.ts";
import { fileResponse } from "../file-response.ts";
import type { Handlers } from "../handler.ts";
import { answerLive } from "../live-stream.ts";

type Table = typeof notificationOperations &
  typeof notificationSendingOperations &
  typeof notificationExportOperations &
  typeof moneyBackOperations &
  typeof liveOperations &
  typeof alertOperations &
  typeof channelOperations &
  typeof alertRuleOperations;

export const notificationHandlers: Handlers<Table> = {
  listAllNotifications: (ctx, question) => listNotifications(ctx, { ...question, merchant: null }),
  listNotifications,
  exportAllNotifications: async (ctx, question) => fileResponse(await exportNotifications(ctx, { ...question, merchant: null })),
  exportNotifications: async (ctx, question) => fileResponse(await exportNotifications(ctx, question)),
  getNotification,
  getNotificationRaw: async (ctx, question, { request: { url } }) => {
    const reason = new URL(url).searchParams.get("reason") ?? "api";
    // As an attachment and never as HTML: the body is untrusted.
    const file = { contentType: "application/octet-stream", fileName: `notification-${question.id}.txt` };
    return fileResponse({ body: new Uint8Array(await readRawBody(ctx, { ...question, reason })), ...file });
  },
  listAllNeverNotified: (ctx, question) => listNeverNotified(ctx, { ...question, merchant: null }),
  listNeverNotified,
  compareNotifications,
  replayNotification: (ctx, question) => replayNotification(ctx, question),
  sendNotification: (ctx, question, { runtime }) => sendNotification(ctx, { ...question, forwarder: runtime.forwarding }),
  reverifyNotification,
  reverifyNotifications: reverifyMerchant,
  lookAgainForNotification: checkNotificationAgain,
  revealNotification,
  listAllMoneyBack: (ctx, question) => listMoneyBack(ctx, { ...question, merchant: null }),
  listMoneyBack,
  sumAllMoneyBack: (ctx, question) => sumMoneyBack(ctx, { ...question, merchant: null }),
  sumMoneyBack,
  exportAllMoneyBack: async (ctx, question) => fileResponse(await exportMoneyBack(ctx, { ...question, merchant: null })),
  exportMoneyBack: async (ctx, question) => fileResponse(await exportMoneyBack(ctx, question)),
  followLive: answerLive,
  listAlerts,
  acknowledgeAlert,
  resolveAlert,
  commentAlert,
  listAlertChannels: (ctx, question, { runtime }) => listAlertChannels(ctx, { ...question, senders: runtime.alertSenders }),
  saveAlertChannel: (ctx, question, { runtime }) => saveAlertChannel(ctx, { ...question, senders: runtime.alertSenders }),
  deleteAlertChannel,
  listAlertRules,
  saveAlertRule,
  resetAlertRule,
  testAlertChannel: (ctx, question, { runtime }) => testAlertChannel(ctx, { ...question, senders: runtime.alertSenders }),
};
