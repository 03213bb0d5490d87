import {
  type AlertChannels,
  channelOperations,
  channelsSchema,
  type SendResult,
  type TeamChannel,
} from "#lib/contract/alert-channel.ts";
import type { TeamChannelKind } from "#lib/contract/channel-marks.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { isLanguage } from "#lib/core/languages.ts";
import { detailsOf } from "#lib/core/text.ts";
import { type ChannelRow, listChannels, openPart } from "#lib/db/alerts/channels.ts";
import type { ChannelTry } from "#lib/db/schema/alert-channel.ts";
import { isUnlimitedAdmin, requireEnvironment, requireRole, type ServiceContext } from "../../context.ts";
import { findZone } from "../../environments/find-zone.ts";
import type { AlertSenders } from "../delivery/ports.ts";
import { quietHoursOf } from "../delivery/queue-messages.ts";

export type ChannelQuestion = { environment: Environment; senders: AlertSenders };

/** Where this account is told of alerts; for administrators of all merchants also where the team is. */
export async function listAlertChannels(ctx: ServiceContext, { environment, senders }: ChannelQuestion): Promise<AlertChannels> {
  requireRole(ctx, channelOperations.listAlertChannels);
  requireEnvironment(ctx, environment);
  const rows = await listChannels(ctx.db, environment, ctx.staff.id);
  const email = rows.find(({ staffId }) => staffId !== null);
  const zone = await findZone(ctx, environment);
  return channelsSchema.parse({
    email: { ...toEmail(email, zone), isAvailable: senders.mail !== undefined, address: ctx.staff.email },
    ...(isUnlimitedAdmin(ctx.staff)
      ? { team: rows.filter(({ staffId }) => staffId === null).map((row) => toTeam(ctx, row)) }
      : {}),
  });
}

/** What is chosen before anybody chose, at the times of the environment's zone. */
export const unset: Pick<ChannelRow, "isOn" | "severities"> = { isOn: false, severities: ["critical", "warning"] };

function toEmail(row: ChannelRow | undefined, zone: string) {
  return {
    ...(row ? { isOn: row.isOn, severities: row.severities } : unset),
    rules: row?.rules ?? null,
    ...(row ? timingOf(row) : { ...unsetTiming, zone }),
    lastTry: toResult(row?.lastTry ?? null),
  };
}

const unsetTiming = { sends: "immediately", digestAt: "08:00", quiet: null };

function timingOf(row: ChannelRow) {
  const { sends, digestAt, zone } = row;
  return { sends, digestAt, zone, quiet: quietHoursOf(row) };
}

function toTeam({ vault }: ServiceContext, row: ChannelRow): TeamChannel {
  const { id, name, kind, isOn, severities, rules, language } = row;
  const host = new URL(openPart(vault, row, "sealed_url")).host;
  const spoken = isLanguage(language) ? language : "en";
  return {
    ...{ id, name, kind: kind as TeamChannelKind, isOn, severities, rules, language: spoken, host },
    ...timingOf(row),
    lastTry: toResult(row.lastTry),
  };
}

export function toResult(tried: ChannelTry): SendResult;
export function toResult(tried: ChannelTry | null): SendResult | null;
export function toResult(tried: ChannelTry | null): SendResult | null {
  if (tried === null) return null;
  const { at, status, problem } = tried;
  const said = problem === null ? {} : { problem: problem.message, problemDetails: detailsOf(problem) };
  return { at, status, isSent: problem === null, ...said };
}
