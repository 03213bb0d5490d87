import { z } from "zod";
import { type ReceiverFault, receiverFaultOperations } from "#lib/contract/receiver-fault.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import { receiverFaultKinds } from "#lib/core/sandbox.ts";
import type { MerchantRow } from "#lib/db/merchants/merchants.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { auditScenario } from "./audit-scenario.ts";
import { requireSandbox } from "./list-scenarios.ts";
import type { SandboxControl } from "./scenario-plans.ts";

type Place = { environment: Environment; merchant: string; sandbox: SandboxControl | undefined };

const foundSchema = z.object({ kind: z.enum(receiverFaultKinds), left: z.int(), endsAt: z.int() }).nullable();

/** Whether the merchant's URL_Notify fails on purpose. Throws `not_found` outside the sandbox, as the others do. */
export async function getReceiverFault(ctx: ServiceContext, place: Place): Promise<ReceiverFault> {
  requireRole(ctx, receiverFaultOperations.getReceiverFault);
  const merchant = await requireMerchant(ctx, place.environment, place.merchant);
  return read(requireSandbox(place), merchant);
}

/** Lets the merchant's next payment notifications fail. It ends by itself, and replaces what was asked for before. */
export async function beginReceiverFault(ctx: ServiceContext, place: Place & { input: unknown }): Promise<ReceiverFault> {
  requireRole(ctx, receiverFaultOperations.beginReceiverFault);
  const merchant = await requireMerchant(ctx, place.environment, place.merchant);
  const wanted = parseInput(receiverFaultOperations.beginReceiverFault.body, place.input);
  const sandbox = requireSandbox(place);
  await auditScenario(ctx, { act: "scenario.begun", id: `receiver_${wanted.kind}`, merchant: merchant.slug });
  await sandbox.control({ method: "POST", name: "receiver-faults", body: { merchant: merchant.slug, ...wanted } });
  return read(sandbox, merchant);
}

export async function endReceiverFault(ctx: ServiceContext, place: Place): Promise<void> {
  requireRole(ctx, receiverFaultOperations.endReceiverFault);
  const merchant = await requireMerchant(ctx, place.environment, place.merchant);
  const sandbox = requireSandbox(place);
  await auditScenario(ctx, { act: "scenario.ended", id: "receiver", merchant: merchant.slug });
  await sandbox.control({ method: "DELETE", name: nameOf(merchant) });
}

async function read(sandbox: SandboxControl, merchant: MerchantRow): Promise<ReceiverFault> {
  const found = foundSchema.parse(await sandbox.control({ method: "GET", name: nameOf(merchant) }));
  return { fault: found && { ...found, endsAt: new Date(found.endsAt).toISOString() } };
}

function nameOf({ slug }: MerchantRow): string {
  return `receiver-faults?merchant=${encodeURIComponent(slug)}`;
}
