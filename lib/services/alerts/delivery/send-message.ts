import type { Environment } from "#lib/core/identifiers.ts";
import { isLanguage } from "#lib/core/languages.ts";
import { findEverMembers, findMemberFacts, groupSubject } from "#lib/db/alerts/alert-members.ts";
import { type ChannelRow, openPart } from "#lib/db/alerts/channels.ts";
import type { MessageRow } from "#lib/db/alerts/messages.ts";
import type { Queryable } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
import { findMerchantsById } from "#lib/db/merchants/merchants.ts";
import type { NotifiedAlert } from "#lib/db/schema/alert-channel.ts";
import { type AlertRecipient, findAlertRecipient } from "#lib/db/staff/alert-recipients.ts";
import { serviceText } from "#lib/services/texts.ts";
import { type ServiceContext, toMerchantScope } from "../../context.ts";
import { findZone } from "../../environments/find-zone.ts";
import { detailsOf, hrefOf } from "../to-alert.ts";
import { toSlack, toTeams } from "./chat-payloads.ts";
import { readMessageTexts } from "./message-texts.ts";
import type { AlertSenders, SendOutcome } from "./ports.ts";
import { signWebhook } from "./sign-webhook.ts";
import { type MessageAlert, mailTextOf, subjectOf } from "./write-message.ts";

export type SendPorts = Pick<ServiceContext, "db" | "vault" | "clock" | "publicOrigin" | "gateways"> & { senders: AlertSenders };

/** Undefined: its recipient may see none of these alerts any more. */
export async function sendMessage(
  ports: SendPorts,
  channel: ChannelRow,
  message: Pick<MessageRow, "id" | "alerts" | "queuedAt">,
): Promise<SendOutcome | undefined> {
  const recipient = await findRecipient(ports, channel);
  const alerts = recipient && (await listMessageAlerts(ports, { channel, message, recipient }));
  if (!alerts || alerts.length === 0) return undefined;
  return send(ports, channel, { id: message.id, at: message.queuedAt, recipient, alerts });
}

/** The team's channels are told of every merchant. */
async function findRecipient({ db, vault }: SendPorts, channel: ChannelRow): Promise<AlertRecipient | undefined> {
  const { staffId, environment, language } = channel;
  return staffId === null ? { email: "", language, merchants: null } : findAlertRecipient(db, vault, { staffId, environment });
}

type Listing = { channel: ChannelRow; message: Pick<MessageRow, "alerts">; recipient: AlertRecipient };

/** Rights are checked again here: they may have changed since the message was made. */
async function listMessageAlerts(ports: SendPorts, { channel, message, recipient }: Listing): Promise<MessageAlert[]> {
  const { db, clock, publicOrigin } = ports;
  const { environment } = channel;
  const zone = await findZone(ports, environment as Environment);
  const visible = await listVisible(db, await toMerchantScope(db, environment, recipient.merchants), message.alerts);
  const ids = visible.flatMap(({ merchantId }) => merchantId ?? []);
  const merchants = new Map((await findMerchantsById(db, ids)).map((merchant) => [merchant.id, merchant]));
  return visible.flatMap(({ merchantId, beginsAt = null, ...alert }) => {
    const merchant = merchants.get(merchantId ?? "");
    // A merchant that was deleted meanwhile needs no attention.
    if (merchantId !== null && !merchant) return [];
    const at = new Date(alert.resolvedAt ?? clock.now());
    const place = {
      ...alert,
      environment,
      merchant: merchant?.slug,
      at,
      beginsAt: beginsAt === null ? null : new Date(beginsAt),
    };
    const url = publicOrigin + hrefOf({ ...place, zone }, false);
    const isGroup = alert.subject === groupSubject;
    return [
      {
        ...alert,
        ...detailsOf({ ...alert, beginsAt }),
        isGroup,
        merchant: merchant && { slug: merchant.slug, name: merchant.name },
        url,
      },
    ];
  });
}

/** Of an alert of many only the recipient's merchants are told; its end also to whoever's merchants left it before. */
async function listVisible(db: Queryable, scope: MerchantScope, alerts: readonly NotifiedAlert[]): Promise<NotifiedAlert[]> {
  const { merchantIds } = scope;
  if (merchantIds === null) return [...alerts];
  const groups = alerts.flatMap(({ id, merchantId, subject }) => (merchantId === null && subject === groupSubject ? [id] : []));
  const [now, ever] = await Promise.all([findMemberFacts(db, scope, groups), findEverMembers(db, merchantIds, groups)]);
  return alerts.flatMap((alert) => {
    if (alert.merchantId !== null) return merchantIds.includes(alert.merchantId) ? [alert] : [];
    const { merchants: count = 0, severity = null, beginsAt = null } = now.get(alert.id) ?? {};
    if (count === 0 && (alert.change !== "resolved" || !ever.has(alert.id))) return [];
    return [{ ...alert, count, severity: severity ?? alert.severity, beginsAt: beginsAt && toSeconds(beginsAt) }];
  });
}

/** As the database writes it into messages. */
function toSeconds(at: Date): string {
  return `${at.toISOString().slice(0, 19)}Z`;
}

type Sent = { id: string; at: Date; recipient: AlertRecipient; alerts: readonly MessageAlert[] };

async function send(ports: SendPorts, channel: ChannelRow, { id, at, recipient, alerts }: Sent): Promise<SendOutcome> {
  if (channel.kind === "webhook") {
    const [first] = alerts;
    return first
      ? postWebhook(ports, channel, { id, at, type: `alert.${first.change}`, data: toData(channel, first) })
      : notSetUp;
  }
  const texts = await textsOf(recipient);
  const frame = frameOf(ports, channel);
  if (channel.kind === "email") {
    const mail = { to: recipient.email, subject: subjectOf(alerts, texts, frame), text: mailTextOf(alerts, texts, frame), id };
    return (await ports.senders.mail?.(mail)) ?? notSetUp;
  }
  return postJson(ports, channel, channel.kind === "slack" ? toSlack(alerts, texts, frame) : toTeams(alerts, texts, frame));
}

const notSetUp: SendOutcome = { status: null, problem: serviceText("mail_not_set_up") };

export function textsOf({ language }: Pick<AlertRecipient, "language">) {
  return readMessageTexts(isLanguage(language) ? language : "en");
}

function frameOf({ publicOrigin }: SendPorts, { environment, zone }: ChannelRow) {
  return { environment, zone, settingsUrl: `${publicOrigin}/${environment}/alerts/channels` };
}

function toData({ environment }: ChannelRow, alert: MessageAlert) {
  const { id, rule, severity, change, merchant, count, openedAt, resolvedAt, url, endsAt, machine } = alert;
  const status = change === "resolved" ? "resolved" : "open";
  const of = merchant === undefined ? {} : { merchant: merchant.slug, merchantName: merchant.name };
  const details = { endsAt, machine, openedAt, ...(resolvedAt === null ? {} : { resolvedAt }) };
  return { id, environment, rule, severity, status, ...of, count, ...details, url };
}

type Webhook = { id: string; at: Date; type: string; data: object };

/** Its id and time are the same for each attempt, so that a receiver knows a repetition, and what came after what. */
export function postWebhook({ vault, clock, senders }: SendPorts, channel: ChannelRow, { id, at, type, data }: Webhook) {
  const body = JSON.stringify({ type, timestamp: at.toISOString(), data });
  const signed = { id: `msg_${id}`, at: new Date(clock.now()), body };
  const headers = signWebhook({ secret: openPart(vault, channel, "sealed_secret"), ...signed });
  return senders.post(openPart(vault, channel, "sealed_url"), { headers, body });
}

export function postJson({ vault, senders }: SendPorts, channel: ChannelRow, payload: object): Promise<SendOutcome> {
  return senders.post(openPart(vault, channel, "sealed_url"), { headers: {}, body: JSON.stringify(payload) });
}
