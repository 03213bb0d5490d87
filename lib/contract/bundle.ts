import { z } from "zod";
import { defineOperations, gatewayErrors, merchantPath } from "./operation.ts";
import { rule } from "./texts.ts";

const keySchema = z.string().min(1).max(255).optional();
export const bundleFormats = ["md", "json"] as const;
export type BundleFormat = (typeof bundleFormats)[number];

/** GET /api/{env}/{merchant}/bundle: of a transaction by its reference or row id, or of a payment made here. */
export const bundleInput = z
  .object({
    reference: keySchema,
    id: keySchema,
    payment: keySchema,
    format: z.enum(bundleFormats, rule("bundle_format_unknown")).default("md"),
  })
  .refine(({ reference, id, payment }) => [reference, id, payment].filter((key) => key !== undefined).length === 1, {
    path: ["reference"],
    ...rule("reference_id_or_payment"),
  });

export const bundleOperations = defineOperations("Transactions", {
  makeBundle: {
    method: "get",
    path: `${merchantPath}/bundle`,
    summary: "One redacted file for a ticket: a payment or transaction with its notifications, calls and timings",
    role: "viewer",
    query: bundleInput,
    answers: { 200: { description: "Markdown or JSON, as a file.", contentType: "text/markdown" } },
    errors: gatewayErrors,
  },
});
