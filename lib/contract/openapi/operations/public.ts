import { aliveSchema, readySchema } from "../../probe.ts";
import type { Operation } from "../operation.ts";

const page = { description: "A page for the payer's browser: paid, not yet confirmed or not paid.", contentType: "text/html" };
const returning = { path: "/return/{endpoint}", tag: "Public", role: null, answers: { 200: page } } as const;
const probe = { method: "get", tag: "Operations", role: null } as const;

export const publicOperations: readonly Operation[] = [
  {
    id: "receiveNotification",
    method: "post",
    path: "/api/notify/{endpoint}",
    tag: "Public",
    summary: "URL_Notify: the gateway's signed message, answered with exactly OK once it is stored",
    role: null,
    form: "Name and value pairs in signed order, Signature among them; at most 64 KiB and 256 pairs.",
    answers: {
      200: { description: "Stored. The body is `OK`.", contentType: "text/plain" },
      400: { description: "The signature or the layout is not right.", contentType: "text/plain" },
      404: { description: "There is no such endpoint.", contentType: "text/plain" },
      405: { description: "Only POST.", contentType: "text/plain" },
      408: { description: "The body did not arrive within 10 s.", contentType: "text/plain" },
      413: { description: "Larger than 64 KiB.", contentType: "text/plain" },
      415: { description: "Not a form.", contentType: "text/plain" },
      503: { description: "It cannot be checked or stored now; send it again.", contentType: "text/plain" },
    },
    errors: [],
  },
  {
    ...returning,
    id: "returnFromCheckout",
    method: "get",
    summary: "URL_OK and URL_Cancel, opened by the payer's browser",
    errors: [],
  },
  {
    ...returning,
    id: "returnFromCheckoutSigned",
    method: "post",
    summary: "URL_OK and URL_Cancel with the gateway's signed form; alone it confirms nothing",
    form: "The gateway's redirect, signed as a notification is.",
    errors: [],
  },
  {
    id: "returnStatus",
    method: "get",
    path: "/return/{endpoint}/status",
    tag: "Public",
    summary: "What became of an order, for a signed ticket of 15 minutes",
    role: null,
    answers: { 200: { description: "Paid, not yet, or not paid.", contentType: "application/json" } },
    errors: ["not_found", "throttled"],
  },
  {
    ...probe,
    id: "health",
    path: "/api/health",
    summary: "Alive",
    answers: { 200: { description: "The process answers.", schema: aliveSchema } },
    errors: [],
  },
  {
    ...probe,
    id: "ready",
    path: "/api/ready",
    summary: "Migrated, seeded and able to commit a row",
    answers: { 200: { description: "Ready.", schema: readySchema } },
    errors: [],
  },
  {
    ...probe,
    id: "metrics",
    path: "/api/metrics",
    summary: "Prometheus text; with a bearer token where the origin is not localhost",
    headers: [{ name: "Authorization", required: false, description: "`Bearer` and the value of METRICS_TOKEN." }],
    answers: { 200: { description: "The figures.", contentType: "text/plain" } },
    errors: ["unauthenticated"],
  },
  {
    ...probe,
    id: "openapi",
    path: "/api/openapi.json",
    summary: "This document",
    answers: { 200: { description: "OpenAPI 3.1.", contentType: "application/json" } },
    errors: [],
  },
];
