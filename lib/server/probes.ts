import "server-only";
import { mayReadMetrics } from "#lib/app/metrics/metrics-access.ts";
import { AppError } from "#lib/core/errors.ts";
import type { PublicRequest } from "./handler.ts";

/** 200 when a row could be committed within the last 5 s, else 503 (docs/security.md, rule 20). */
export async function answerReady({ runtime }: PublicRequest): Promise<{ status: "ready" }> {
  if (!(await runtime.isReady())) throw new AppError("store_unavailable", { retryAfterSeconds: 2 });
  return { status: "ready" };
}

/** Prometheus text; where the origin is not localhost only with METRICS_TOKEN. */
export async function answerMetrics({ runtime, request }: PublicRequest): Promise<Response> {
  if (!mayReadMetrics(runtime.settings, request.headers.get("authorization"))) throw new AppError("unauthenticated");
  const { contentType, text } = await runtime.metrics.render();
  return new Response(text, { headers: { "content-type": contentType } });
}
