import { notificationExportOperations } from "#lib/contract/list-export.ts";
import type { Notification } from "#lib/contract/notification.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { notificationState } from "#lib/core/notification-state.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { countDeliveries } from "#lib/db/notifications/count-deliveries.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import { findZone } from "../environments/find-zone.ts";
import { listNotifications, toDeliveryFilter } from "../notifications/list-notifications.ts";
import { amountCell, type ExportFile, numberCell, textCell, timesIn } from "./export-cell.ts";
import { exportList, type ListColumn } from "./export-list.ts";

type Question = { environment: Environment; merchant: string | null; input: unknown };

/** What the received log with the same filters has, as a file; for support and admin, and audited. */
export async function exportNotifications(ctx: ServiceContext, { environment, merchant, input }: Question): Promise<ExportFile> {
  requireRole(ctx, notificationExportOperations.exportNotifications);
  const { format, zone: askedZone, ...filter } = parseInput(notificationExportOperations.exportNotifications.body, input);
  const list = { ...(input as object), cursor: undefined };
  const zone = askedZone ?? (await findZone(ctx, environment));
  const conditions = await toDeliveryFilter(ctx, { environment, merchant, input: list });
  return exportList(ctx, {
    ...{ environment, merchant, name: "notifications", sheetName: "Notifications", format },
    columns: columnsIn(zone),
    currency: filter.currency,
    detail: { filter, zone, rows: await countDeliveries(ctx.db, conditions) },
    readPage: (page) => listNotifications(ctx, { environment, merchant, input: { ...list, ...page } }),
  });
}

const verdictWords: Record<Notification["verdict"], string> = {
  valid: "verified",
  invalid: "rejected",
  not_checkable: "not verified",
};

/** The state that the list shows: what became of its payment until now, and not only what its notifications say. */
function stateWords(item: Notification): string {
  return notificationState(item).name.replaceAll("_", " ");
}

function columnsIn(zone: string): ListColumn<Notification>[] {
  const time = timesIn(zone);
  return [
    { heading: `Received (${zone})`, width: 26, cell: ({ receivedAt }) => time(receivedAt) },
    { heading: "Merchant", width: 20, cell: ({ merchant }) => textCell(merchant) },
    { heading: "Method", width: 28, cell: ({ method }) => textCell(method) },
    { heading: "Order", width: 24, cell: ({ orderId }) => textCell(orderId) },
    { heading: "IPC_Trnref", width: 16, cell: ({ trnref }) => textCell(trnref) },
    { heading: "Amount", width: 14, isAmount: true, cell: amountCell },
    { heading: "Currency", width: 9, cell: ({ currency }) => textCell(currency) },
    { heading: "Signature", width: 14, cell: ({ verdict }) => textCell(verdictWords[verdict]) },
    { heading: "Reasons", width: 24, cell: ({ reasons }) => textCell(reasons.join(", ")) },
    { heading: "Rejected because", width: 40, cell: ({ rejection }) => textCell(rejection) },
    { heading: "Our answer", width: 24, cell: ({ answered }) => textCell(`${answered.status} ${answered.body}`) },
    { heading: "Decided after (ms)", width: 12, cell: ({ answered }) => numberCell(answered.ms) },
    { heading: "Times received", width: 10, cell: ({ seen }) => numberCell(seen) },
    { heading: "State", width: 18, cell: (item) => textCell(stateWords(item)) },
    { heading: "Conflict", width: 10, cell: ({ conflict }) => textCell(conflict ? "conflict" : null) },
    { heading: "At the gateway", width: 14, cell: ({ gateway }) => textCell(gateway) },
    { heading: "Tags", width: 24, cell: ({ tags = [] }) => textCell(tags.join(", ") || null) },
    { heading: "Notification ID", width: 38, cell: ({ id }) => textCell(id) },
  ];
}
