import type { Environment } from "../../core/identifiers.ts";
import { dayNumberAt, toDayText } from "../../mirror/days.ts";
import { listFollowedMerchants } from "../../store/followed-merchants.ts";
import { forgetFollowRuns, requestMirrorRun } from "../../store/mirror-runs.ts";
import type { ServiceContext } from "../context.ts";

/** Rows of a day may arrive late: so many days before today are read again each time. */
const overlapDays = 3;
const staleAfterMs = 5 * 60_000;

type Parts = Pick<ServiceContext, "db" | "vault" | "clock" | "gateways" | "log">;

/**
 * Asks for the newest days of each merchant whose ledger was read before and not in the last minutes, with an overlap.
 * A merchant nobody has looked at yet is left alone: its first sign-in is a person's doing. An environment that cannot be
 * opened is logged and keeps no other from being followed.
 */
export async function followLedgers(parts: Parts): Promise<void> {
  await forgetFollowRuns(parts.db);
  const nowMs = parts.clock.now();
  const merchants = await listFollowedMerchants(parts.db, { readBefore: new Date(nowMs - staleAfterMs) });
  for (const [environment, own] of Map.groupBy(merchants, (merchant) => merchant.environment)) {
    try {
      const { zone } = await parts.gateways.environment(environment as Environment);
      for (const { merchantId } of own) await requestDays(parts, { environment, merchantId, today: dayNumberAt(nowMs, zone) });
    } catch (cause) {
      parts.log.error({ cause, environment }, "The ledgers of an environment could not be followed.");
    }
  }
}

type Followed = { environment: string; merchantId: string; today: number };

async function requestDays({ db, clock, log }: Parts, { environment, merchantId, today }: Followed): Promise<void> {
  try {
    await requestMirrorRun(db, {
      environment,
      merchantId,
      kind: "follow",
      fromDay: toDayText(today - overlapDays),
      toDay: toDayText(today),
      daysTotal: overlapDays + 1,
      requestedBy: "the desk",
      at: new Date(clock.now()),
    });
  } catch (cause) {
    log.error({ cause, environment, merchant: merchantId }, "A merchant's ledger could not be followed.");
  }
}
