import type { Delivery } from "../ports.ts";
import type { Sealer, SealPlace } from "../spool/spool.ts";
import { fromSpooledBytes, toSpooledBytes } from "../spool/spooled-delivery.ts";

/**
 * `delivery`: a notification that was acknowledged. `void`: one that was written here and then not acknowledged. `guard`: a
 * change of the lockout guard (lib/db/lockout/guard-journal.ts). `alive`: the journal was being written at that time.
 */
export type JournalEntry =
  | { kind: "delivery"; delivery: Delivery }
  | { kind: "void"; deliveryId: string }
  | { kind: "guard"; change: unknown }
  | { kind: "alive" };

const place: SealPlace = { table: "journal", row: "entry", column: "bytes" };
const marks = { delivery: 1, void: 2, guard: 3, alive: 4 } as const;

export function sealEntry(sealer: Sealer, entry: JournalEntry): Buffer {
  return sealer.seal(Buffer.concat([Buffer.from([marks[entry.kind]]), toBytes(entry)]), place);
}

/** Throws for bytes that are no entry, or that no key opens. */
export function openEntry(sealer: Sealer, sealed: Uint8Array): JournalEntry {
  const plain = sealer.open(sealed, place);
  const rest = plain.subarray(1);
  if (plain[0] === marks.delivery) return { kind: "delivery", delivery: fromSpooledBytes(rest) };
  if (plain[0] === marks.void) return { kind: "void", deliveryId: rest.toString("utf8") };
  if (plain[0] === marks.guard) return { kind: "guard", change: JSON.parse(rest.toString("utf8")) };
  if (plain[0] === marks.alive) return { kind: "alive" };
  throw new Error("This is no entry of a journal.");
}

function toBytes(entry: JournalEntry): Buffer {
  if (entry.kind === "delivery") return toSpooledBytes(entry.delivery);
  if (entry.kind === "void") return Buffer.from(entry.deliveryId);
  return entry.kind === "guard" ? Buffer.from(JSON.stringify(entry.change)) : Buffer.alloc(0);
}
