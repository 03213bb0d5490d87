import { randomUUID } from "node:crypto";
import { type ChannelsInput, channelOperations, savedChannelSchema } from "#lib/contract/alert-channel.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Message } from "#lib/core/text.ts";
import {
  type ChannelRow,
  countTeamChannels,
  findOwnChannel,
  findTeamChannel,
  saveOwnChannel,
  saveTeamChannel,
  sealPart,
} from "#lib/db/alerts/channels.ts";
import { dropMessages, releaseRefused } from "#lib/db/alerts/messages.ts";
import { saveKnown } from "#lib/db/alerts/notified-alerts.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireEnvironment, requireRole, requireUnlimitedAdmin, type ServiceContext, toMerchantScope } from "../../context.ts";
import { findZone } from "../../environments/find-zone.ts";
import { requireRecentAuthFor } from "../../require-recent-auth.ts";
import { createWebhookSecret } from "../delivery/sign-webhook.ts";
import { recordChannelAudit } from "./channel-audit.ts";
import { type ChannelQuestion, listAlertChannels } from "./list-channels.ts";

type EmailInput = NonNullable<ChannelsInput["email"]>;
type TeamInput = NonNullable<ChannelsInput["team"]>;
type Saving = ChannelQuestion & { input: unknown };

/** Of the team, in one environment. */
const channelsMax = 50;

/**
 * Sets a person's own e-mail, or, for administrators of all merchants after a recent re-authentication, a channel of
 * the team. The secret of a webhook is answered only here.
 */
export async function saveAlertChannel(ctx: ServiceContext, { input, ...question }: Saving) {
  requireRole(ctx, channelOperations.saveAlertChannel);
  requireEnvironment(ctx, question.environment);
  const { environment } = question;
  const { email, team } = parseInput(channelOperations.saveAlertChannel.body, input);
  const secret = team && (await saveTeams(ctx, question, team));
  if (email) await saveEmail(ctx, environment, email);
  return savedChannelSchema.parse({ channels: await listAlertChannels(ctx, question), secret });
}

async function saveEmail(ctx: ServiceContext, environment: Environment, { quiet, ...chosen }: EmailInput): Promise<void> {
  await ctx.db.transaction(async (tx) => {
    const own = { environment, kind: "email" as const, staffId: ctx.staff.id };
    const wasOn = (await findOwnChannel(tx, own))?.isOn ?? false;
    const change = changeOf(ctx);
    const row = await saveOwnChannel(tx, { ...own, ...chosen, ...toHours(quiet), ...change, ...toDigested(wasOn, change) });
    await afterSaving(ctx, { tx, row, wasOn, act: "channel_saved" });
  });
}

/** Undefined keeps the hours there are. */
function toHours(quiet: EmailInput["quiet"] | undefined) {
  return quiet === undefined ? {} : { quietFrom: quiet?.from ?? null, quietUntil: quiet?.until ?? null };
}

/** A channel that is turned on waits for the next digest. */
function toDigested(wasOn: boolean, { updatedAt }: { updatedAt: Date }) {
  return wasOn ? {} : { digestedAt: updatedAt };
}

async function saveTeams(ctx: ServiceContext, { environment, senders }: ChannelQuestion, input: TeamInput) {
  requireUnlimitedAdmin(ctx);
  const existing = await requireExisting(ctx, environment, input);
  const url = await checkUrl({ environment, senders }, input, existing);
  requireRecentAuthFor(ctx, "alertChannels", environment);
  const id = existing?.id ?? randomUUID();
  const isNewSecret = input.kind === "webhook" && (existing === undefined || input.renewsSecret === true);
  const secret = isNewSecret ? createWebhookSecret() : undefined;
  const { id: _, url: __, renewsSecret: ___, quiet, ...chosen } = input;
  const wasOn = existing?.isOn ?? false;
  const zone = chosen.zone ?? existing?.zone ?? (await findZone(ctx, environment));
  const change = changeOf(ctx);
  await ctx.db.transaction(async (tx) => {
    if (!existing) await requireRoom(tx, environment);
    const row = await saveTeamChannel(tx, {
      ...{ ...chosen, id, environment, zone, ...toHours(quiet), ...change, ...toDigested(wasOn, change) },
      ...(url === undefined ? {} : { sealedUrl: sealPart(ctx.vault, id, "sealed_url", url), lastTry: null }),
      ...(secret === undefined ? {} : { sealedSecret: sealPart(ctx.vault, id, "sealed_secret", secret) }),
    });
    await afterSaving(ctx, { tx, row, wasOn, act: existing ? "channel_saved" : "channel_created" });
  });
  return secret;
}

function changeOf({ clock, staff }: ServiceContext) {
  return { updatedAt: new Date(clock.now()), updatedBy: staff.storedName };
}

/** A channel keeps its kind: what its address expects. */
async function requireExisting({ db }: ServiceContext, environment: Environment, { id, kind }: TeamInput) {
  if (id === undefined) return undefined;
  const row = await findTeamChannel(db, environment, id);
  if (row?.kind !== kind) throw new AppError("not_found");
  return row;
}

/** The same rules as for a shop's address; undefined keeps the one it has. */
async function checkUrl({ environment, senders }: ChannelQuestion, { url }: TeamInput, existing: ChannelRow | undefined) {
  if (!url) {
    if (existing && url === undefined) return undefined;
    throw urlError(serviceText("channel_url_missing"));
  }
  const checked = await senders.checkTarget(url, environment);
  if ("problem" in checked) throw urlError(ofReceiver(checked.problem));
  return checked.url;
}

/** Where a problem of a shop's address would name the shop. */
function ofReceiver(problem: Message): Message {
  const { reason, values } = problem;
  if (reason === "url_form") return serviceText("receiver_url_form");
  if (reason === "url_not_https") return serviceText("receiver_url_not_https");
  if (reason === "url_own") return serviceText("receiver_url_own");
  if (reason === "url_port_blocked") return serviceText("receiver_url_port", { port: values?.port ?? "" });
  return problem;
}

function urlError(problem: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field: "team.url", ...problem }] });
}

async function requireRoom(tx: Transaction, environment: Environment): Promise<void> {
  if ((await countTeamChannels(tx, environment)) < channelsMax) return;
  throw new AppError("conflict", { message: serviceText("channels_too_many", { count: channelsMax }) });
}

type Saved = { tx: Transaction; row: ChannelRow | undefined; wasOn: boolean; act: "channel_saved" | "channel_created" };

async function afterSaving(ctx: ServiceContext, { tx, row, wasOn, act }: Saved): Promise<void> {
  if (!row) throw new Error("an alert channel was not saved");
  await releaseRefused(tx, row.id);
  if (!row.isOn) await dropMessages(tx, row.id);
  else if (!wasOn) await saveKnown(tx, row.id, await toMerchantScope(tx, row.environment, ctx.staff.merchants));
  await recordChannelAudit(ctx, { tx, row, act });
}
