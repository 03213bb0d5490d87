import { z } from "zod";
import { type ReceiverFaultKind, receiverFaultKinds } from "#lib/core/sandbox.ts";
import { findProfile } from "../merchants.ts";
import { validationProblem } from "../problem.ts";
import type { RecordKind, StoredRecord } from "../storage.ts";
import type { World } from "../world.ts";
import { withLiveSettings } from "./live-settings.ts";

export const receiverFaultSchema = z.strictObject({
  merchant: z.string(),
  kind: z.enum(receiverFaultKinds),
  /** How many notifications fail. */
  count: z.int().min(1).max(20).default(1),
  /** When it ends, whether that many came or not. */
  minutes: z.int().min(1).max(60).default(10),
});

type FaultRecord = { kind: ReceiverFaultKind; left: number };

/** `endsAt` in ms. */
export type ReceiverFault = FaultRecord & { endsAt: number };

/** One notification that fails on purpose; an answer is held back longer than this gateway waits. */
export type TakenFault = Pick<FaultRecord, "kind"> & { holdMs: number };

const kind: RecordKind<FaultRecord> = "receiver-fault";
const minuteMs = 60_000;
const longerMs = 2_000;

/** Replaces the merchant's fault, if there is one. */
export async function startReceiverFault(
  { storage, now }: World,
  { merchant, minutes, count, ...fault }: z.infer<typeof receiverFaultSchema>,
): Promise<Response | undefined> {
  if (!findProfile(merchant)) return validationProblem({ merchant: ["There is no such merchant."] });
  const value = { kind: fault.kind, left: count };
  await storage.saveMany([{ kind, key: merchant, group: "", at: now() + minutes * minuteMs, tag: "", value }]);
  return undefined;
}

export function endReceiverFault({ storage }: World, merchant: string): Promise<void> {
  return storage.remove(kind, merchant);
}

/** Null once it has ended. */
export async function findReceiverFault(world: World, merchant: string): Promise<ReceiverFault | null> {
  return read(world, await world.storage.find(kind, merchant)) ?? null;
}

/** Counts one notification of the merchant; undefined when none fails on purpose. */
export async function takeReceiverFault(world: World, merchant: string): Promise<TakenFault | undefined> {
  // Nearly always there is none: then nothing is locked.
  if (!read(world, await world.storage.find(kind, merchant))) return undefined;
  const { settings } = await withLiveSettings(world);
  return world.storage.update<TakenFault | undefined, FaultRecord>(kind, merchant, (record) => {
    const fault = read(world, record);
    if (!record || !fault) return { record: null, result: undefined };
    const left = fault.left - 1;
    const next = left > 0 ? { ...record, value: { kind: fault.kind, left } } : null;
    return { record: next, result: { kind: fault.kind, holdMs: settings.notifyTimeoutMs + longerMs } };
  });
}

function read({ now }: World, record: StoredRecord<FaultRecord> | undefined): ReceiverFault | undefined {
  return record && record.at > now() ? { ...record.value, endsAt: record.at } : undefined;
}
