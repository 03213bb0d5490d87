import type { Clock } from "#lib/core/clock.ts";
import { AppError, type FieldProblem } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { trimEndOf } from "#lib/core/trim-end.ts";
import { type AuditEntry, recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Database, Transaction } from "#lib/db/connection/open-store.ts";
import { withTransactionLock } from "#lib/db/connection/transaction-lock.ts";
import { type SaveOutcome, saveIntegration } from "#lib/db/lockout/credentials.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { setAnswers } from "../profile/set-answers.ts";
import { type ConnectFile, checkConnectFile, connectFileInput, splitOptions, warningText } from "./connect-file.ts";
import { recordProfileChange } from "./profile-audit.ts";
import { saveConnected } from "./save-connected.ts";
import { saveGatewayOptions } from "./save-gateway-options.ts";

export type ConnectOptions = {
  db: Database;
  vault: Vault;
  clock: Clock;
  allowedHosts: readonly string[];
  /** Of the public origin, which is no gateway. */
  ownHost?: string | undefined;
  /** The name beside what is saved. */
  by: string;
  /** In the audit log; without it, the name. */
  person?: Pick<AuditEntry, "staffId" | "actor" | "peer">;
  /** Called once nothing is wrong with the content; throws when it may not be saved. */
  beforeSaving?: () => void;
  /** Receives the number of merchants written from time to time; they count once all are. */
  onSaved?: (done: number) => void;
};

export type Connected = {
  integration: SaveOutcome;
  /** Slugs by result. */
  merchants: Record<SaveOutcome, string[]>;
  warnings: string[];
  warningDetails: FieldProblem[];
};

/** One connection change at a time, in all processes. */
export const connectLock = 4_242_005;

/**
 * Connects demo or production and its merchants: merges by slug, removes nothing, encrypts secrets, makes no gateway call; all
 * or nothing. Throws `invalid_input` with every mistake. Idempotent.
 */
export async function connectEnvironment(
  options: ConnectOptions,
  environment: Environment,
  content: unknown,
): Promise<Connected> {
  if (environment === "sandbox") throw new AppError("invalid_input", { message: serviceText("sandbox_connects_itself") });
  const file = parseInput(connectFileInput, content);
  const { allowedHosts, ownHost } = options;
  const { problems, warnings } = checkConnectFile({ environment, file, allowedHosts, ownHost });
  if (problems.length > 0) throw new AppError("invalid_input", { fields: problems });
  options.beforeSaving?.();
  return withTransactionLock(options.db, connectLock, async (tx) => {
    const connected: Connected = {
      integration: await saveEnvironment(tx, options, environment, file),
      merchants: { added: [], changed: [], unchanged: [] },
      warnings: warnings.map(warningText),
      warningDetails: warnings,
    };
    const outcomes = await saveConnected(tx, options, { environment, merchants: file.merchants });
    for (const [index, { slug }] of file.merchants.entries()) connected.merchants[outcomes[index] ?? "unchanged"].push(slug);
    await recordConnected(tx, options, environment, connected);
    return connected;
  });
}

/** Options that the file omits stay unchanged, also those set on the settings page. */
async function saveEnvironment(
  tx: Transaction,
  { vault, clock, by, person = { staffId: null, actor: by } }: ConnectOptions,
  environment: Environment,
  file: ConnectFile,
): Promise<SaveOutcome> {
  const { baseUrl, partnerId, applicationId, clientId, clientSecret } = file;
  const { answers, options } = splitOptions(file.options);
  const saved = await saveIntegration(tx, vault, {
    id: environment,
    baseUrl: trimEndOf(baseUrl, "/"),
    partnerId,
    applicationId,
    clientId,
    clientSecret,
    by,
  });
  const at = new Date(clock.now());
  const isAnswered = await setAnswers(tx, { environment, answers, by, at });
  const { before, changed } = await saveGatewayOptions(tx, { environment, options: withoutEmptyBody(options), by, at });
  if (changed.includes("paymentBody")) {
    const [from, to] = [before.paymentBody ?? {}, options.paymentBody ?? {}];
    await recordProfileChange(tx, vault, { ...person, at, environment, question: "payment_body", from, to });
  }
  return saved === "unchanged" && (isAnswered || changed.length > 0) ? "changed" : saved;
}

type Options = ReturnType<typeof splitOptions>["options"];

/** An empty patch of the body means none. */
function withoutEmptyBody(options: Options): Options {
  const { paymentBody } = options;
  return paymentBody && Object.keys(paymentBody).length === 0 ? { ...options, paymentBody: undefined } : options;
}

const namedMax = 100;

/** Slugs by result; above a limit only their number, so that an audit row stays readable. */
export function toAuditDetail({ added, changed, unchanged }: Connected["merchants"]): Record<string, unknown> {
  const named = (slugs: readonly string[]) => (slugs.length > namedMax ? slugs.length : slugs);
  return { added: named(added), changed: named(changed), unchanged: unchanged.length };
}

function recordConnected(
  tx: Transaction,
  { vault, clock, by, person = { staffId: null, actor: by } }: ConnectOptions,
  environment: Environment,
  { integration, merchants }: Connected,
): Promise<void> {
  return recordAuditIn(tx, vault, {
    ...person,
    at: new Date(clock.now()),
    act: "environment.connected",
    environment,
    detail: { integration, ...toAuditDetail(merchants) },
  });
}
