import path from "node:path";
import { z } from "zod";
import type { MigrateMode } from "#lib/db/migrate/migration-plan.ts";
import type { Network } from "#lib/http/peer-address.ts";
import { spoolBytesMax } from "#lib/notifications/spool/spool.ts";
import type { ProviderSettings } from "#lib/services/session/sign-in-provider.ts";
import { type LogLevel, logLevels } from "../metrics/log.ts";
import { damagedKeys, loadGeneratedKeys, missingKeys } from "./generated-keys.ts";
import { type MailSettings, mailShape, toMail } from "./mail-settings.ts";
import { toOidc } from "./oidc-settings.ts";
import { fileSettingOf, readSecretFiles } from "./secret-files.ts";
import { findConflicts } from "./setting-conflicts.ts";
import {
  databaseUrlForm,
  isDatabaseUrl,
  isIssuer,
  isLoopbackName,
  originOf,
  parseSessionKeys,
  parseVaultKeys,
  type SessionKey,
  toHosts,
  toNetworks,
  toOrigin,
  type VaultKey,
  wholeNumber,
} from "./setting-values.ts";

export type Settings = {
  port: number;
  host: string;
  /** `https://desk.example.com`: no path, no slash at the end. */
  publicOrigin: string;
  isLocalOrigin: boolean;
  databaseUrl: string | undefined;
  /** The same database as the role that owns its schema; undefined where that of `databaseUrl` does. */
  migrateDatabaseUrl?: string | undefined;
  /** The same database past a pooler that `databaseUrl` leads to. */
  databaseDirectUrl?: string | undefined;
  /** Connections to the database for everything but notifications. */
  databasePool: number;
  /** Connections to the database that only receiving notifications uses. */
  notifyPool: number;
  /** Whether a start applies pending migrations or refuses to serve. */
  migrate: MigrateMode;
  /** Absolute. */
  dataDir: string;
  /** Absolute: where the embedded database archives its write-ahead log. */
  walArchiveDir: string | undefined;
  /** How much the notifications that wait on disk for the database may take. */
  spoolBytesMax: number;
  /** Absolute; where acknowledged notifications and failed sign-ins are also kept. Undefined: nowhere. */
  journalDir: string | undefined;
  /** How long they are kept there. */
  journalHours: number;
  /** How long a process that was told to stop still serves while its readiness answers 503. */
  drainSeconds: number;
  /** Newest first; the first one encrypts. */
  sessionKeys: readonly SessionKey[];
  /** The first one wraps. */
  vaultKeys: readonly VaultKey[];
  /** Whether VAULT_KEYS is unset, so that `keys.json` in DATA_DIR is the only place that has them. */
  hasGeneratedKeys: boolean;
  /** `host` or `host:port`, lower case: the hosts allowed in a base address. */
  gatewayHosts: readonly string[];
  /** `host:port` of shops that may receive forwarded notifications although their address is private. */
  forwardHosts: readonly string[];
  /** Proxies in front of the app whose `X-Forwarded-For` is trusted. */
  trustedProxies?: readonly Network[];
  /** The speed of background sync: calls per second over one integration, and concurrent merchants. */
  sync: { callsPerSecond: number; concurrency: number };
  sandbox: boolean;
  sandboxTransactions: number;
  sandboxMerchants: number;
  sandboxLive: boolean;
  /** Whether the sandbox begins with 90 days of notifications and payments. */
  sandboxHistory: boolean;
  /** Lines below this severity are not written. */
  logLevel: LogLevel;
  /** Required to read /api/metrics where the origin is not localhost; without it the metrics are closed there. */
  metricsToken?: string | undefined;
  /** The mail server that alerts are sent with, and their sender. */
  mail?: MailSettings | undefined;
  /** An OpenID Connect provider that staff may sign in with. */
  oidc?: ProviderSettings | undefined;
};

/** One line for each mistake, with the setting and how to correct it. */
export class SettingsError extends Error {
  override name = "SettingsError";
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(problems.join("\n"));
    this.problems = problems;
  }
}

const publicGatewayHosts = ["demo-api-gateway.mypos.com", "api-gateway.mypos.com"];

const onOff = z.enum(["on", "off"], "is neither on nor off; write one of the two.").transform((value) => value === "on");

/** Never shown; may stand in a file that `NAME_FILE` names. */
const secret = { isSecret: true };

const databaseAddress = z.string().refine(isDatabaseUrl, databaseUrlForm).optional().meta(secret);

/** `setting name -> how its text is parsed`; every setting is optional. */
const schema = z.object({
  PORT: wholeNumber(1, 65_535, "is not a port; write a whole number from 1 to 65535.").optional(),
  HOST: z
    .string()
    .regex(/^[0-9A-Za-z.:-]+$/, "is not an address to listen on; write one like 127.0.0.1 or 0.0.0.0.")
    .optional(),
  PUBLIC_ORIGIN: z.string().transform(toOrigin).optional(),
  DATABASE_URL: databaseAddress,
  MIGRATE_DATABASE_URL: databaseAddress,
  DATABASE_DIRECT_URL: databaseAddress,
  DATABASE_POOL: wholeNumber(8, 500, "is not a number of connections; write a whole number from 8 to 500.").optional(),
  NOTIFY_POOL: wholeNumber(5, 100, "is not a number of connections; write a whole number from 5 to 100.").optional(),
  MIGRATE: z.enum(["auto", "check"], "is neither auto nor check; write one of the two.").optional(),
  DATA_DIR: z.string().optional(),
  WAL_ARCHIVE_DIR: z.string().optional(),
  SPOOL_BYTES_MAX: wholeNumber(
    1_048_576,
    1_099_511_627_776,
    "is not a number of bytes; write a whole number from 1048576 to 1099511627776.",
  ).optional(),
  JOURNAL_DIR: z.string().optional(),
  JOURNAL_HOURS: wholeNumber(1, 720, "is not a number of hours; write a whole number from 1 to 720.").optional(),
  DRAIN_SECONDS: wholeNumber(0, 300, "is not a number of seconds; write a whole number from 0 to 300.").optional(),
  SESSION_KEYS: z.string().transform(parseSessionKeys).optional().meta(secret),
  VAULT_KEYS: z.string().transform(parseVaultKeys).optional().meta(secret),
  GATEWAY_HOSTS: z.string().transform(toHosts).optional(),
  FORWARD_HOSTS: z.string().transform(toHosts).optional(),
  TRUSTED_PROXIES: z.string().transform(toNetworks).optional(),
  SYNC_CALLS_PER_SECOND: wholeNumber(1, 1_000, "is not a number of calls; write a whole number from 1 to 1000.").optional(),
  SYNC_CONCURRENCY: wholeNumber(1, 100, "is not a number of merchants; write a whole number from 1 to 100.").optional(),
  SANDBOX: onOff.optional(),
  SANDBOX_TRANSACTIONS: wholeNumber(
    0,
    10_000_000,
    "is not a number of rows; write a whole number from 0 to 10000000.",
  ).optional(),
  SANDBOX_MERCHANTS: wholeNumber(1, 10_000, "is not a number of merchants; write a whole number from 1 to 10000.").optional(),
  SANDBOX_LIVE: onOff.optional(),
  SANDBOX_HISTORY: onOff.optional(),
  LOG_LEVEL: z.enum(logLevels, `is no level; write one of ${logLevels.join(", ")}.`).optional(),
  METRICS_TOKEN: z
    .string()
    .regex(/^[\x21-\x7e]{16,200}$/, "is not a token; write 16 to 200 characters without spaces.")
    .optional()
    .meta(secret),
  ...mailShape,
  OIDC_ISSUER: z.string().refine(isIssuer, "is not an issuer; write its address, like https://login.example.com.").optional(),
  OIDC_CLIENT_ID: z.string().optional(),
  OIDC_CLIENT_SECRET: z.string().optional().meta(secret),
  OIDC_MFA_ACR: z.string().max(500, "is too long; write at most 500 characters.").optional(),
  OIDC_NAME: z.string().max(60, "is too long for a button; write at most 60 characters.").optional(),
});

export const settingNames: readonly string[] = Object.keys(schema.shape);
export const secretNames: readonly string[] = Object.entries(schema.shape).flatMap(([name, { meta }]) =>
  meta()?.isSecret ? name : [],
);

/**
 * Reads every setting of docs/configuration.md. An empty value counts as unset. On a localhost origin missing keys are created
 * once and saved in DATA_DIR, which is created. Throws SettingsError with all mistakes at once.
 */
export function loadSettings(env: Record<string, string | undefined> = process.env): Settings {
  const problems: string[] = [];
  const given = Object.fromEntries(settingNames.map((name) => [name, env[name]?.trim() || undefined]));
  Object.assign(given, readSecretFiles(env, secretNames, problems));
  const parsed = schema.safeParse(given);
  if (!parsed.success) problems.push(...parsed.error.issues.map((issue) => `${String(issue.path[0])} ${issue.message}`));
  const values = parsed.data ?? {};

  const port = values.PORT ?? 3000;
  const publicOrigin = values.PUBLIC_ORIGIN ?? originOf(given.PUBLIC_ORIGIN) ?? `http://localhost:${port}`;
  const isLocalOrigin = isLoopbackName(new URL(publicOrigin).hostname);
  const dataDir = path.resolve(/* turbopackIgnore: true */ given.DATA_DIR ?? ".data");
  const missing = (["SESSION_KEYS", "VAULT_KEYS"] as const).filter((name) => !given[name] && !env[fileSettingOf(name)]);
  if (!isLocalOrigin) problems.push(...missing.map(missingKeys));
  problems.push(...findConflicts(given, dataDir));
  const oidc = toOidc(given, problems);
  const mail = toMail(given, problems);
  const generated = readGenerated(dataDir, { wanted: isLocalOrigin && missing.length > 0, problems });
  if (problems.length > 0) throw new SettingsError(problems);

  return {
    port,
    host: values.HOST ?? "127.0.0.1",
    publicOrigin,
    isLocalOrigin,
    databaseUrl: values.DATABASE_URL,
    migrateDatabaseUrl: values.MIGRATE_DATABASE_URL,
    databaseDirectUrl: values.DATABASE_DIRECT_URL,
    databasePool: values.DATABASE_POOL ?? 24,
    notifyPool: values.NOTIFY_POOL ?? 6,
    migrate: values.MIGRATE ?? (isLocalOrigin ? "auto" : "check"),
    dataDir,
    walArchiveDir: given.WAL_ARCHIVE_DIR && path.resolve(/* turbopackIgnore: true */ given.WAL_ARCHIVE_DIR),
    spoolBytesMax: values.SPOOL_BYTES_MAX ?? spoolBytesMax,
    journalDir: given.JOURNAL_DIR && path.resolve(/* turbopackIgnore: true */ given.JOURNAL_DIR),
    journalHours: values.JOURNAL_HOURS ?? 24,
    drainSeconds: values.DRAIN_SECONDS ?? (isLocalOrigin ? 0 : 10),
    sessionKeys: values.SESSION_KEYS ?? generated.sessionKeys,
    vaultKeys: values.VAULT_KEYS ?? generated.vaultKeys,
    hasGeneratedKeys: values.VAULT_KEYS === undefined,
    gatewayHosts: [...publicGatewayHosts, ...(values.GATEWAY_HOSTS ?? [])],
    forwardHosts: values.FORWARD_HOSTS ?? [],
    trustedProxies: values.TRUSTED_PROXIES ?? [],
    sync: { callsPerSecond: values.SYNC_CALLS_PER_SECOND ?? 10, concurrency: values.SYNC_CONCURRENCY ?? 6 },
    sandbox: values.SANDBOX ?? isLocalOrigin,
    sandboxTransactions: values.SANDBOX_TRANSACTIONS ?? 12_000,
    sandboxMerchants: values.SANDBOX_MERCHANTS ?? 10,
    sandboxLive: values.SANDBOX_LIVE ?? true,
    sandboxHistory: values.SANDBOX_HISTORY ?? true,
    logLevel: values.LOG_LEVEL ?? (isLocalOrigin ? "warn" : "info"),
    metricsToken: values.METRICS_TOKEN,
    mail,
    oidc,
  };
}

type Keys = { sessionKeys: SessionKey[]; vaultKeys: VaultKey[] };

const keysSchema = z.object({
  sessionKeys: z.string().transform(parseSessionKeys),
  vaultKeys: z.string().transform(parseVaultKeys),
});

function readGenerated(dataDir: string, { wanted, problems }: { wanted: boolean; problems: string[] }): Keys {
  const none = { sessionKeys: [], vaultKeys: [] };
  try {
    const texts = loadGeneratedKeys(dataDir, wanted);
    if (!texts) return none;
    const keys = keysSchema.safeParse(texts);
    if (keys.success) return keys.data;
    problems.push(`DATA_DIR ${damagedKeys(dataDir)}`);
  } catch (error) {
    problems.push(`DATA_DIR ${error instanceof Error ? error.message : error}`);
  }
  return none;
}
