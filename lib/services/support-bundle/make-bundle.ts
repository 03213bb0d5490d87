import { bundleOperations } from "#lib/contract/bundle.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { StateTexts } from "#lib/core/record-sentence.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { gatherSupportBundle } from "./gather.ts";
import { toMarkdown } from "./to-markdown.ts";

/** `texts`: of the states, in English. */
type Question = { environment: Environment; merchant: string; input: unknown; texts: StateTexts };
type File = { text: string; contentType: string; fileName: string };

const contentTypes = { md: "text/markdown; charset=utf-8", json: "application/json; charset=utf-8" } as const;

/** One file for a ticket: a payment, transaction or notification with its notifications, calls and timings, redacted. English, as the gateway's support reads it. */
export async function createSupportBundle(ctx: ServiceContext, { environment, merchant, input, texts }: Question): Promise<File> {
  requireRole(ctx, bundleOperations.makeBundle);
  await requireMerchant(ctx, environment, merchant);
  const { format, ...subject } = parseInput(bundleOperations.makeBundle.query, input);
  const bundle = await gatherSupportBundle(ctx, { environment, merchant }, { subject, texts });
  const name = (subject.reference ?? subject.payment ?? subject.id ?? subject.notification ?? "")
    .replace(/[^\w.-]+/gu, "-")
    .slice(0, 60);
  return {
    text: format === "json" ? `${JSON.stringify(bundle, null, 2)}\n` : toMarkdown(bundle),
    contentType: contentTypes[format],
    fileName: `ticket-${merchant}-${name}.${format}`,
  };
}
