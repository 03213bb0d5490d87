import type { IncomingMessage, ServerResponse } from "node:http";
import { type ErrorCode, errorStatus, errorText } from "#lib/core/errors.ts";
import type { Probes } from "../probes.ts";
import type { Settings } from "../settings/settings.ts";
import type { Metrics } from "./metrics.ts";
import { mayReadMetrics } from "./metrics-access.ts";

type Options = { settings: Settings; metrics: Metrics; probes: Pick<Probes, "isReady" | "hasStarted" | "isDraining"> };
type Answer = { status: number; contentType: string; body: string };

/** Serves the receiver's liveness, readiness and metrics; every other path but URL_Notify is 404. */
export function createReceiverProbes(options: Options): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  return async (request, response) => {
    const { status, contentType, body } = await answer(request, options);
    response.writeHead(status, { "content-type": contentType, "content-length": Buffer.byteLength(body) });
    response.end(request.method === "HEAD" ? undefined : body);
  };
}

async function answer({ method, url = "", headers }: IncomingMessage, { settings, metrics, probes }: Options): Promise<Answer> {
  if (method !== "GET" && method !== "HEAD") return refused("not_found", headers);
  const [pathname, query] = url.split("?", 2);
  if (pathname === "/api/health") return json(200, { status: "alive" });
  if (pathname === "/api/startup")
    return probes.hasStarted() ? json(200, { status: "started" }) : refused("shutting_down", headers);
  if (pathname === "/api/ready") return answerReady(query, headers, probes);
  if (pathname !== "/api/metrics") return refused("not_found", headers);
  if (!mayReadMetrics(settings, headers.authorization)) return refused("unauthenticated", headers);
  const { contentType, text } = await metrics.render();
  return { status: 200, contentType, body: text };
}

async function answerReady(
  query: string | undefined,
  headers: IncomingMessage["headers"],
  probes: Options["probes"],
): Promise<Answer> {
  const part = new URLSearchParams(query).get("for") ?? undefined;
  if (part !== undefined && part !== "notify") return refused("invalid_input", headers);
  if (await probes.isReady(part)) return json(200, { status: "ready" });
  return refused(probes.isDraining() ? "shutting_down" : "store_unavailable", headers);
}

function refused(code: ErrorCode, headers: IncomingMessage["headers"]): Answer {
  return json(errorStatus(code), { error: { code, message: errorText(code), requestId: headers["x-request-id"] } });
}

function json(status: number, value: unknown): Answer {
  return { status, contentType: "application/json; charset=utf-8", body: JSON.stringify(value) };
}
