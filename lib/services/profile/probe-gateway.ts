import { isDeepStrictEqual } from "node:util";
import { dayMs } from "#lib/core/days.ts";
import { AppError, toAppError } from "#lib/core/errors.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import type { Answer } from "#lib/core/profile-questions.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { lockEnvironmentRow } from "#lib/db/environments/environments.ts";
import { beginProbe, endProbe, findProbe, listBusiestMerchants, listUnprobed } from "#lib/db/environments/gateway-probes.ts";
import {
  learnAnswer,
  listProfileRows,
  type ProfilePlace,
  type ProfileRow,
  removeAnswer,
  removeLearnedOfMerchants,
  type Seen,
} from "#lib/db/environments/gateway-profile.ts";
import { findMerchantsById, listMerchantRows, type MerchantRow } from "#lib/db/merchants/merchants.ts";
import type { Probe } from "#lib/gateway/types.ts";
import { serviceText } from "#lib/services/texts.ts";
import type { ServiceContext } from "../context.ts";
import { contradict, isOfMerchant } from "./record-fact.ts";

export type ProbePorts = Pick<ServiceContext, "db" | "clock" | "gateways" | "log">;

const probeMs = 5 * 60_000;
const merchantsTried = 10;

/** The merchant to probe as: one whose credentials have worked, of those with the most transactions or the first ones. */
export async function findProbeMerchant(
  { db, gateways }: ProbePorts,
  environment: Environment,
): Promise<MerchantRow | undefined> {
  const ids = await listBusiestMerchants(db, environment, merchantsTried);
  const busiest = (await findMerchantsById(db, ids)).toSorted((left, right) => ids.indexOf(left.id) - ids.indexOf(right.id));
  const first = await listMerchantRows(db, environment, merchantsTried);
  // A merchant with which a probe failed comes last.
  const failed = await findProbe(db, environment).then((probe) => (probe?.problem ? probe.merchant : null));
  const candidates = [...busiest.filter(({ archivedAt }) => !archivedAt), ...first].toSorted(
    (left, right) => Number(left.id === failed) - Number(right.id === failed),
  );
  for (const merchant of candidates) {
    const status = await (await gateways.forMerchant(merchant)).identityStatus();
    if (status.pair.proven && status.pair.state === "closed") return merchant;
  }
  return undefined;
}

type ProbeRequest = {
  environment: Environment;
  /** The merchant to probe; else the environment is probed as any merchant. */
  merchant?: MerchantRow | undefined;
  requestedBy: string | null;
};

/**
 * Checks each open question at the gateway and saves the answers. Resolves when done; `begun` is called as soon as it has
 * started. Throws `conflict` while another probe of the environment runs, and `not_connected` without a merchant.
 */
export async function probeGateway(ports: ProbePorts, wanted: ProbeRequest, begun: () => void = () => {}): Promise<void> {
  const { db, clock, gateways } = ports;
  const { environment, requestedBy } = wanted;
  const asked = wanted.merchant ?? (await findProbeMerchant(ports, environment)) ?? (await findUntried(ports, wanted));
  if (!asked) throw new AppError("not_connected", { message: serviceText("no_merchant_signed_in") });
  const at = new Date(clock.now());
  if (!(await beginProbe(db, { environment, merchant: asked.id, at, requestedBy }))) {
    throw new AppError("conflict", { message: serviceText("probe_under_way") });
  }
  begun();
  const { baseUrl } = await gateways.environment(environment);
  let ended: Pick<Probe, "calls" | "problem"> = { calls: 0, problem: "internal" };
  try {
    const probe = await (await gateways.forMerchant(asked)).probe({ signal: AbortSignal.timeout(probeMs) });
    ended = probe;
    const found = { environment, merchant: wanted.merchant?.id ?? "", asked: asked.id, found: probe.found, begunAt: at };
    await db.transaction((tx) => saveFound(tx, { ...found, baseUrl, at: new Date(clock.now()) }));
  } catch (thrown) {
    ended = { ...ended, problem: toAppError(thrown).code };
    throw thrown;
  } finally {
    const { calls, problem = null } = ended;
    await endProbe(db, { environment, startedAt: at, at: new Date(clock.now()), calls, problem });
  }
}

/** A manual probe may sign in a merchant for the first time. */
async function findUntried({ db }: ProbePorts, { environment, requestedBy }: ProbeRequest): Promise<MerchantRow | undefined> {
  return requestedBy === null ? undefined : (await listMerchantRows(db, environment, 1))[0];
}

type Found = {
  environment: string;
  baseUrl: string;
  merchant: string;
  asked: string;
  found: Probe["found"];
  begunAt: Date;
  at: Date;
};

async function saveFound(tx: Transaction, { environment, baseUrl, merchant, asked, found, begunAt, at }: Found): Promise<void> {
  // Results of a previously connected gateway do not apply to the current one.
  if ((await lockEnvironmentRow(tx, environment))?.baseUrl !== baseUrl) return;
  const rows = await listProfileRows(tx, environment);
  for (const { question, answer, evidence } of found) {
    const seen = { question, answer, evidence, at };
    if (isOfMerchant(question)) {
      await saveReach(tx, { environment, merchant: asked }, seen);
      continue;
    }
    const own = rows.filter((row) => row.question === question);
    const shared = own.find((row) => row.merchant === "" && row.source === "learned");
    for (const row of contradicted(own, { merchant, answer })) await contradict(tx, row, seen);
    if (merchant === "") {
      await learnAnswer(tx, { environment, merchant: "" }, seen);
      await removeLearnedOfMerchants(tx, { environment, question, before: begunAt });
    } else if (isDeepStrictEqual(shared?.answer, answer)) {
      await removeAnswer(tx, { environment, merchant, question, source: "learned" });
    } else await learnAnswer(tx, { environment, merchant }, seen);
  }
}

/** A merchant's answer may differ from the environment's, but not from one set by staff. */
function contradicted(rows: readonly ProfileRow[], { merchant, answer }: { merchant: string; answer: Answer }): ProfileRow[] {
  const isConcerned = (row: ProfileRow) => row.merchant === merchant || (row.merchant === "" && row.source === "set");
  return rows.filter((row) => isConcerned(row) && !isDeepStrictEqual(row.answer, answer));
}

/** That a merchant may read a list is the default. */
async function saveReach(tx: Transaction, place: ProfilePlace, seen: Seen): Promise<void> {
  if (seen.answer !== "readable") return learnAnswer(tx, place, seen);
  await removeAnswer(tx, { ...place, question: seen.question, source: "learned" });
  await learnAnswer(tx, { ...place, merchant: "" }, seen);
}

const weekMs = 7 * dayMs;
const hourMs = 3_600_000;

/** Probes the environments that are due: after connecting, after each change of the connection, and weekly. */
export async function probeWhenDue(ports: ProbePorts): Promise<void> {
  const nowMs = ports.clock.now();
  const due = { before: new Date(nowMs - weekMs), failedBefore: new Date(nowMs - hourMs) };
  for (const environment of await listUnprobed(ports.db, due)) {
    try {
      if (await findProbeMerchant(ports, environment as Environment)) {
        await probeGateway(ports, { environment: environment as Environment, requestedBy: null });
      }
    } catch (cause) {
      ports.log.warn({ cause, environment }, "The gateway's profile could not be probed");
    }
  }
}
