import { randomUUID } from "node:crypto";
import { createRuntime } from "#lib/app/create-runtime.ts";
import type { Runtime } from "#lib/app/runtime.ts";
import { loadSettings } from "#lib/app/settings/settings.ts";
import type { ServiceContext } from "#lib/services/context.ts";

/** The program without its pages, in this process: the same runtime, jobs and services. */
export type RestoreApp = { runtime: Runtime; ctx: ServiceContext; close(): Promise<void> };

/** Shorter waits before the absence of a payment is proven, so that a run takes minutes. */
const paymentLimits = { callMs: 10_000, apartMs: 2_000 };

export async function openRestoreApp(env: Record<string, string>, databaseUrl: string): Promise<RestoreApp> {
  const app = await openIdleApp(env, databaseUrl);
  await app.runtime.start();
  return app;
}

/** The same without its background work. */
export async function openIdleApp(env: Record<string, string>, databaseUrl: string): Promise<RestoreApp> {
  const runtime = await createRuntime(loadSettings(env), { databaseUrl, paymentLimits });
  await runtime.prepare();
  return { runtime, ctx: toContext(runtime), close: () => runtime.close() };
}

/** An administrator who has just signed in again. */
function toContext({ settings, store, vault, clock, log, gateways }: Runtime): ServiceContext {
  return {
    ...{ db: store.db, vault, clock, log, gateways },
    publicOrigin: settings.publicOrigin,
    requestId: randomUUID(),
    peer: null,
    staff: {
      id: randomUUID(),
      email: "drill@desk.example",
      storedName: "the drill",
      role: "admin",
      permissions: ["refund"],
      merchants: null,
      environments: ["demo"],
      sessionIdHash: "",
      authenticatedAt: new Date(clock.now()),
      hasSecondFactor: true,
      isPresenting: false,
      seeded: false,
    },
  };
}
