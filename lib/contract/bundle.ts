import { z } from "zod";
import { defineOperations, gatewayErrors, merchantPath } from "./operation.ts";
import { rule } from "./texts.ts";

const keySchema = z.string().min(1).max(255).optional();
export const bundleFormats = ["md", "json"] as const;
export type BundleFormat = (typeof bundleFormats)[number];

/** GET /api/{env}/{merchant}/bundle: of a transaction by its reference or row id, of a payment made here, or of a received notification. */
export const bundleInput = z
  .object({
    reference: keySchema,
    id: keySchema,
    payment: keySchema,
    notification: keySchema,
    format: z.enum(bundleFormats, rule("bundle_format_unknown")).default("md"),
  })
  .refine(({ format: _, ...subject }) => Object.values(subject).filter((key) => key !== undefined).length === 1, {
    path: ["reference"],
    ...rule("record_subject"),
  });

export const bundleOperations = defineOperations("Transactions", {
  makeBundle: {
    method: "get",
    path: `${merchantPath}/bundle`,
    summary:
      "One redacted file for a ticket: a payment, transaction or notification with all that belongs to it: notifications, calls and timings",
    role: "viewer",
    query: bundleInput,
    answers: { 200: { description: "Markdown or JSON, as a file.", contentType: "text/markdown" } },
    errors: gatewayErrors,
  },
});
