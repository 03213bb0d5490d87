import { z } from "zod";
import { defineOperations } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

export const aliveSchema = z.object({ status: z.literal("alive") }).register(schemaNames, { id: "Alive" });
export const readySchema = z.object({ status: z.literal("ready") }).register(schemaNames, { id: "Ready" });
export const startedSchema = z.object({ status: z.literal("started") }).register(schemaNames, { id: "Started" });

/** `notify`: asks only whether a notification would be acknowledged. */
export const readyInput = z.object({ for: z.literal("notify").optional() });

const probe = { method: "get", role: null } as const;

export const probeOperations = defineOperations("Operations", {
  health: {
    ...probe,
    path: "/api/health",
    summary: "Alive",
    answers: { 200: { description: "The process answers.", schema: aliveSchema } },
  },
  ready: {
    ...probe,
    path: "/api/ready",
    summary:
      "Migrated, seeded and able to commit a row; with `for=notify` able to acknowledge a notification. 503 while it stops",
    query: readyInput,
    answers: { 200: { description: "Ready.", schema: readySchema } },
  },
  startup: {
    ...probe,
    path: "/api/startup",
    summary: "Started: it serves what it can, and may still wait for its database",
    answers: { 200: { description: "Started.", schema: startedSchema } },
    errors: ["shutting_down"],
  },
  metrics: {
    ...probe,
    path: "/api/metrics",
    summary: "Prometheus text; with a bearer token where the origin is not localhost",
    headers: [{ name: "Authorization", required: false, description: "`Bearer` and the value of METRICS_TOKEN." }],
    answers: { 200: { description: "The figures.", contentType: "text/plain" } },
    errors: ["unauthenticated"],
  },
  openapi: {
    ...probe,
    path: "/api/openapi.json",
    summary: "This document",
    answers: { 200: { description: "OpenAPI 3.1.", contentType: "application/json" } },
  },
});
