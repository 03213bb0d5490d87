import "server-only";
import { createHash, timingSafeEqual } from "node:crypto";
import { AppError } from "../core/errors.ts";
import type { PublicRequest } from "./route.ts";

/** 200 when a row could be committed within the last 5 s, else 503 (security.md). */
export async function answerReady({ runtime }: PublicRequest): Promise<{ status: "ready" }> {
  if (!(await runtime.isReady())) throw new AppError("store_unavailable", { retryAfterSeconds: 2 });
  return { status: "ready" };
}

type MetricsSettings = { isLocalOrigin: boolean; metricsToken?: string | undefined };

/** Prometheus text; where the origin is not localhost only for who holds METRICS_TOKEN. */
export async function answerMetrics({ runtime, request }: PublicRequest): Promise<Response> {
  const { isLocalOrigin, metricsToken }: MetricsSettings = runtime.settings;
  if (!isLocalOrigin || metricsToken !== undefined) requireToken(request, metricsToken);
  const { contentType, text } = await runtime.metrics.render();
  return new Response(text, { headers: { "content-type": contentType } });
}

function requireToken(request: Request, token: string | undefined): void {
  const given = /^Bearer (.+)$/i.exec(request.headers.get("authorization") ?? "")?.[1];
  if (token === undefined || given === undefined) throw new AppError("unauthenticated");
  if (!timingSafeEqual(digest(given), digest(token))) throw new AppError("unauthenticated");
}

function digest(text: string): Buffer {
  return createHash("sha256").update(text).digest();
}
