import type { Environment } from "../../core/identifiers.ts";
import { dayNumberAt, toDayText } from "../../mirror/days.ts";
import { listFollowedMerchants } from "../../store/followed-merchants.ts";
import { forgetFollowRuns, requestMirrorRun } from "../../store/mirror-runs.ts";
import type { ServiceContext } from "../context.ts";

/** Rows of a day may arrive late: so many days before today are read again each time. */
const overlapDays = 3;
const staleAfterMs = 5 * 60_000;

/**
 * Asks for the newest days of each merchant whose ledger was read before and not in the last minutes, with an overlap.
 * A merchant nobody has looked at yet is left alone: its first sign-in is a person's doing.
 */
export async function followLedgers({
  db,
  clock,
  gateways,
}: Pick<ServiceContext, "db" | "vault" | "clock" | "gateways">): Promise<void> {
  await forgetFollowRuns(db);
  const nowMs = clock.now();
  for (const { merchantId, environment } of await listFollowedMerchants(db, { readBefore: new Date(nowMs - staleAfterMs) })) {
    const { zone } = await gateways.environment(environment as Environment);
    const today = dayNumberAt(nowMs, zone);
    await requestMirrorRun(db, {
      environment,
      merchantId,
      kind: "follow",
      fromDay: toDayText(today - overlapDays),
      toDay: toDayText(today),
      daysTotal: overlapDays + 1,
      requestedBy: "the desk",
      at: new Date(nowMs),
    });
  }
}
