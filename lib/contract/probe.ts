import { z } from "zod";
import { defineOperations } from "./operation.ts";
import { schemaNames } from "./schema-names.ts";

export const aliveSchema = z.object({ status: z.literal("alive") }).register(schemaNames, { id: "Alive" });
export const readySchema = z.object({ status: z.literal("ready") }).register(schemaNames, { id: "Ready" });

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
    summary: "Migrated, seeded and able to commit a row",
    answers: { 200: { description: "Ready.", schema: readySchema } },
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
