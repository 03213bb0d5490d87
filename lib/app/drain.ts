import { setTimeout as wait } from "node:timers/promises";
import { notifySupervisor } from "#lib/http/supervisor.ts";
import type { Log } from "#lib/services/log.ts";
import type { Probes } from "./probes.ts";

type Options = { probes: Pick<Probes, "startDraining">; seconds: number; log: Log };

/** Serves on while readiness answers 503, so that a load balancer sends its next requests elsewhere before any is refused. */
export async function drain({ probes, seconds, log }: Options): Promise<void> {
  probes.startDraining();
  await notifySupervisor("STOPPING=1");
  if (seconds === 0) return;
  log.info({ seconds }, "Not ready any more: new requests are still served before it stops");
  await wait(seconds * 1_000);
}
