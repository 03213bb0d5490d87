import { dayMs } from "#lib/core/days.ts";
import { learnRhythm, silentFrom } from "#lib/core/silence.ts";
import {
  type CheckedRhythm,
  countSalesByHour,
  type DueRhythm,
  listDueRhythms,
  saveChecks,
  saveRhythms,
} from "#lib/db/alerts/rhythms.ts";
import type { EnvironmentView, ServiceContext } from "../context.ts";
import { forEachConnected } from "./for-each-connected.ts";

type Ports = Pick<ServiceContext, "db" | "clock" | "gateways" | "log">;

/** Once a minute, so that 10,000 merchants are learned anew each day. */
const learnedAtOnce = 20;
const checkedAtOnce = 500;
const checkRounds = 20;
const againMs = 60_000;

/**
 * Learns the usual sales of the merchants that are due, and decides which are silent: in steps of limited size, from stored
 * rows. Nobody waits for it, and no gateway is called.
 */
export async function updateRhythms(ports: Ports, at: Date): Promise<void> {
  await forEachConnected(ports, "silence", async (environment) => {
    const view = await ports.gateways.environment(environment);
    await learnDue(ports, view, at);
    for (let round = 0; round < checkRounds; round++) {
      if ((await checkDue(ports, view, at)) < checkedAtOnce) break;
    }
  });
}

async function learnDue({ db }: Ports, { id: environment, zone }: EnvironmentView, at: Date): Promise<void> {
  const counted = await countSalesByHour(db, { environment, zone, limit: learnedAtOnce });
  const learned = [...counted].map(([merchantId, history]) => ({ merchantId, environment, rhythm: learnRhythm(history) }));
  await saveRhythms(db, learned, at);
}

async function checkDue({ db }: Ports, view: EnvironmentView, at: Date): Promise<number> {
  const { id: environment, zone, listingLagMs = 0 } = view;
  const due = await listDueRhythms(db, { environment, zone, limit: checkedAtOnce }, at);
  await saveChecks(
    db,
    due.map((row) => check(row, { atMs: at.getTime(), listingLagMs })),
  );
  return due.length;
}

/** A sale that is not listed yet, or was not read yet, is no silence. */
function check(
  { merchantId, rhythm, offsetMs, lastSaleMs, readMs, hasGap }: DueRhythm,
  { atMs, listingLagMs }: { atMs: number; listingLagMs: number },
): CheckedRhythm {
  const fromMs = lastSaleMs === null ? undefined : silentFrom({ rhythm, offsetMs }, lastSaleMs);
  if (fromMs === undefined) return { merchantId, silentSinceMs: null, checkMs: atMs + dayMs };
  const isSilent = fromMs <= readMs - listingLagMs && !hasGap;
  return { merchantId, silentSinceMs: isSilent ? lastSaleMs : null, checkMs: Math.max(fromMs, atMs + againMs) };
}
