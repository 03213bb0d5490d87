import "server-only";
import { mayReadMetrics } from "#lib/app/metrics/metrics-access.ts";
import { readyInput } from "#lib/contract/probe.ts";
import { AppError } from "#lib/core/errors.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { PublicRequest } from "./handler.ts";

/** 200 when this process can do its work, or the part of it that is asked for; else 503 (docs/security.md, rule 20). */
export async function answerReady({ runtime: { probes }, input }: PublicRequest): Promise<{ status: "ready" }> {
  const { for: part } = parseInput(readyInput, input);
  if (await probes.isReady(part)) return { status: "ready" };
  throw new AppError(probes.isDraining() ? "shutting_down" : "store_unavailable", { retryAfterSeconds: 2 });
}

export async function answerStartup({ runtime }: PublicRequest): Promise<{ status: "started" }> {
  if (!runtime.probes.hasStarted()) throw new AppError("shutting_down", { retryAfterSeconds: 2 });
  return { status: "started" };
}

/** Prometheus text; where the origin is not localhost only with METRICS_TOKEN. */
export async function answerMetrics({ runtime, request }: PublicRequest): Promise<Response> {
  if (!mayReadMetrics(runtime.settings, request.headers.get("authorization"))) throw new AppError("unauthenticated");
  const { contentType, text } = await runtime.metrics.render();
  return new Response(text, { headers: { "content-type": contentType } });
}
