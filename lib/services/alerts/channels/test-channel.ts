import { randomUUID } from "node:crypto";
import { channelOperations, type SendResult } from "#lib/contract/alert-channel.ts";
import { AppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { type ChannelRow, findTeamChannel, noteOwnTry, noteTry } from "#lib/db/alerts/channels.ts";
import { releaseRefused } from "#lib/db/alerts/messages.ts";
import type { ChannelTry } from "#lib/db/schema/alert-channel.ts";
import { findAlertRecipient } from "#lib/db/staff/alert-recipients.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireEnvironment, requireRole, requireUnlimitedAdmin, type ServiceContext } from "../../context.ts";
import { findZone } from "../../environments/find-zone.ts";
import { consumeRateLimits } from "../../session/rate-limit.ts";
import { channelTestLimits } from "../../session/sign-in-limits.ts";
import type { SendOutcome } from "../delivery/ports.ts";
import { postJson, postWebhook, type SendPorts, textsOf } from "../delivery/send-message.ts";
import { toLine } from "../delivery/write-message.ts";
import { recordChannelAudit } from "./channel-audit.ts";
import { type ChannelQuestion, toResult, unset } from "./list-channels.ts";

type Testing = ChannelQuestion & { input: unknown };

/** Sends a test message at once, whether the channel is on or not. Throws `throttled` after too many. */
export async function testAlertChannel(ctx: ServiceContext, { environment, senders, input }: Testing): Promise<SendResult> {
  requireRole(ctx, channelOperations.testAlertChannel);
  requireEnvironment(ctx, environment);
  const { channel: id } = parseInput(channelOperations.testAlertChannel.body, input);
  const ports = { ...ctx, senders };
  const send = id === "email" ? () => mailTest(ports, environment) : await toTeamTest(ports, environment, id);
  await consumeRateLimits(ctx.db, channelTestLimits(ctx.staff.id));
  const at = new Date(ctx.clock.now()).toISOString();
  const { status, problem } = await send();
  const tried = { at, status, problem };
  if (id === "email") await saveOwnTry(ctx, environment, tried);
  return toResult(tried);
}

/** Kept also before the person has chosen anything: then in a channel that is off. */
async function saveOwnTry(ctx: ServiceContext, environment: Environment, lastTry: ChannelTry): Promise<void> {
  const { id: staffId, storedName: updatedBy } = ctx.staff;
  const zone = await findZone(ctx, environment);
  const chosen = { ...unset, environment, kind: "email" as const, staffId, zone };
  const channelId = await noteOwnTry(ctx.db, { ...chosen, updatedBy, updatedAt: new Date(ctx.clock.now()), lastTry });
  if (channelId !== undefined && lastTry.problem === null) await releaseRefused(ctx.db, channelId);
}

async function mailTest(ctx: ServiceContext & SendPorts, environment: string): Promise<SendOutcome> {
  const { mail } = ctx.senders;
  if (!mail) return { status: null, problem: serviceText("mail_not_set_up") };
  const { id: staffId } = ctx.staff;
  const texts = await textsOf((await findAlertRecipient(ctx.db, ctx.vault, { staffId, environment })) ?? { language: null });
  const subject = toLine(texts.say("subject.test", { environment: texts.environment(environment) }));
  const footer = texts.say("footer", { link: `${ctx.publicOrigin}/${environment}/alerts/channels` });
  return mail({ to: ctx.staff.email, subject, text: `${texts.say("test")}\n\n${footer}\n`, id: randomUUID() });
}

async function toTeamTest(ctx: ServiceContext & SendPorts, environment: string, id: string) {
  requireUnlimitedAdmin(ctx);
  const row = await findTeamChannel(ctx.db, environment, id);
  if (!row) throw new AppError("not_found");
  return async () => {
    const outcome = await postTest(ctx, row);
    await ctx.db.transaction((tx) => recordChannelAudit(ctx, { tx, row, act: "channel_tested" }));
    const { status, problem } = outcome;
    await noteTry(ctx.db, row.id, { at: new Date(ctx.clock.now()).toISOString(), status, problem });
    if (problem === null) await releaseRefused(ctx.db, row.id);
    return outcome;
  };
}

async function postTest(ctx: SendPorts, row: ChannelRow): Promise<SendOutcome> {
  if (row.kind === "webhook") {
    const event = { id: randomUUID(), at: new Date(ctx.clock.now()), type: "alert.test" };
    return postWebhook(ctx, row, { ...event, data: { environment: row.environment } });
  }
  const text = (await textsOf(row)).say("test");
  if (row.kind === "slack") return postJson(ctx, row, { text });
  const body = [{ type: "RichTextBlock", inlines: [{ type: "TextRun", text }] }];
  const content = { type: "AdaptiveCard", version: "1.4", body };
  const attachment = { contentType: "application/vnd.microsoft.card.adaptive", content };
  return postJson(ctx, row, { type: "message", attachments: [attachment] });
}
