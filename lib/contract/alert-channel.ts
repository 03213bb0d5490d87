import { z } from "zod";
import { languageCodes } from "#lib/core/languages.ts";
import { alertRules, alertSeverities } from "./alert-marks.ts";
import { channelRhythms, teamChannelKinds } from "./channel-marks.ts";
import { instantSchema, reasonSchema, zoneSchema } from "./common.ts";
import { defineOperations, environmentPath } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";
import { rule } from "./texts.ts";

const nameMax = 60;
const timeSchema = z.string().regex(/^(?:[01]\d|2[0-3]):[0-5]\d$/, rule("time_of_day_form"));
const severitiesSchema = z
  .array(z.enum(alertSeverities))
  .min(1, rule("severity_missing"))
  .max(alertSeverities.length)
  .refine((values) => new Set(values).size === values.length, rule("severity_missing"));
const quietSchema = z
  .strictObject({ from: timeSchema, until: timeSchema })
  .refine(({ from, until }) => from !== until, { ...rule("quiet_hours_equal"), path: ["until"] })
  .nullable();
/** Null: all of them. */
const rulesSchema = z
  .array(z.enum(alertRules))
  .min(1, rule("severity_missing"))
  .refine((values) => new Set(values).size === values.length, rule("severity_missing"))
  .nullable();
const chosen = { isOn: z.boolean(), severities: severitiesSchema };

const timing = {
  /** At once, or what has changed once an hour or once a day. */
  sends: z.enum(channelRhythms),
  /** Time of day of a daily message. */
  digestAt: timeSchema,
  /** Nothing is sent then; it follows at their end, when it is still true. */
  quiet: quietSchema,
  /** Of these times, and of those in a message. */
  zone: zoneSchema,
};
const emailShape = { ...chosen, ...timing };
const teamShape = {
  ...chosen,
  kind: z.enum(teamChannelKinds),
  name: z
    .string()
    .trim()
    .min(1, rule("channel_name_missing"))
    .max(nameMax, rule("name_too_long", { count: nameMax })),
  language: z.enum(languageCodes),
};

const channelsInput = z
  .strictObject({
    /** Your own. */
    email: z.strictObject({ ...emailShape, rules: rulesSchema.optional() }).optional(),
    /** One channel of the team. */
    team: z
      .strictObject({
        ...teamShape,
        /** What is absent stays as it is; of a new one it is: all rules, at once, without quiet hours. */
        ...z.object({ ...timing, rules: rulesSchema }).partial().shape,
        /** Absent: a new one. */
        id: z.uuid().optional(),
        /** Required of a new one; of another, absent keeps its address. */
        url: z.string().trim().max(2_000).optional(),
        /** A webhook's new secret takes the place of the one before at once. */
        renewsSecret: z.boolean().optional(),
      })
      .optional(),
  })
  .refine((input) => Object.values(input).some((value) => value !== undefined), rule("change_empty"))
  .register(schemaNames, { id: "AlertChannelsInput" });
export type ChannelsInput = z.output<typeof channelsInput>;

/** The result of sending; `status` is null without an answer. `problem` is absent when it was sent. */
const sendResultSchema = z
  .object({
    at: instantSchema,
    isSent: z.boolean(),
    status: z.int().nullable(),
    problem: z.string().optional(),
    problemDetails: reasonSchema.optional(),
  })
  .register(schemaNames, { id: "AlertSendResult" });
export type SendResult = z.infer<typeof sendResultSchema>;

const lastTry = sendResultSchema.nullable();

const teamChannelSchema = z
  .object({
    ...teamShape,
    ...timing,
    rules: rulesSchema,
    id: z.string(),
    /** The rest of the address may be a key. */
    host: z.string(),
    lastTry,
  })
  .register(schemaNames, { id: "AlertTeamChannel" });
export type TeamChannel = z.infer<typeof teamChannelSchema>;

export const channelsSchema = z
  .object({
    email: z.object({
      ...emailShape,
      rules: rulesSchema,
      /** Whether this installation can send e-mail. */
      isAvailable: z.boolean(),
      /** Your account's own. */
      address: z.string(),
      lastTry,
    }),
    /** Only for administrators of all merchants. */
    team: z.array(teamChannelSchema).optional(),
  })
  .register(schemaNames, { id: "AlertChannels" });
export type AlertChannels = z.infer<typeof channelsSchema>;

export const savedChannelSchema = z
  .object({
    channels: channelsSchema,
    /** Of a new webhook, or a renewed one: shown this once. */
    secret: z.string().optional(),
  })
  .register(schemaNames, { id: "SavedAlertChannel" });

const path = `${environmentPath}/alerts/channels` as const;

export const channelOperations = defineOperations("Operations", {
  listAlertChannels: {
    method: "get",
    path,
    summary: "Where you, and the team, are told of alerts",
    role: "viewer",
    answers: { 200: { description: "Your own; for administrators of all merchants also the team's.", schema: channelsSchema } },
  },
  saveAlertChannel: {
    method: "put",
    path,
    summary: "Set your own e-mail, or as administrator of all merchants a channel of the team; audited",
    role: "viewer",
    body: channelsInput,
    example: {
      email: { isOn: false, severities: ["critical"], sends: "daily", digestAt: "08:00", quiet: null, zone: "Europe/Sofia" },
    },
    answers: { 200: { description: "All channels, and the secret of a new webhook.", schema: savedChannelSchema } },
    errors: ["proof_required", "conflict"],
  },
  deleteAlertChannel: {
    method: "delete",
    path: `${path}/{id}`,
    summary: "Delete a channel of the team; audited",
    role: "admin",
    answers: { 204: { description: "Deleted." } },
    errors: ["proof_required"],
  },
  testAlertChannel: {
    method: "post",
    path: `${path}/test`,
    summary: "Send a test message to your e-mail, or to a channel of the team",
    role: "viewer",
    body: z.strictObject({ channel: z.union([z.literal("email"), z.uuid()]) }).register(schemaNames, { id: "AlertChannelTest" }),
    example: { channel: "email" },
    answers: { 200: { description: "What came of it.", schema: sendResultSchema } },
    errors: ["throttled"],
  },
});
