import type { Clock } from "#lib/core/clock.ts";
import { mapInChunks } from "#lib/core/map-in-chunks.ts";
import { toSearchWords } from "#lib/core/search-words.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { processEach } from "#lib/db/connection/process-each.ts";
import { openBody } from "#lib/db/deliveries/delivery-body.ts";
import { saveProblem } from "#lib/db/deliveries/delivery-problems.ts";
import { type DeliveryWords, saveWords } from "#lib/db/deliveries/delivery-words.ts";
import { saveUnverifiedNumbers } from "#lib/db/deliveries/unverified-numbers.ts";
import { type FieldSighting, saveFieldSightings } from "#lib/db/endpoints/field-sightings.ts";
import { type DeliveryRow, isOtherReading } from "#lib/db/notifications/notifications.ts";
import { type NotificationField, toFields } from "#lib/notifications/receive/to-event.ts";
import { parseForm } from "#lib/notifications/verification/form.ts";
import { toReadablePairs } from "#lib/notifications/verification/readable-pairs.ts";
import { isPersonalField, maskValue } from "#lib/privacy/mask.ts";
import { redactLogText } from "#lib/privacy/redact.ts";
import type { Vault } from "#lib/vault/vault.ts";
import type { Log } from "../../log.ts";

type Ports = { vault: Vault; log: Log; clock: Pick<Clock, "monotonic"> };

type Read = { row: DeliveryRow } & (
  | { words: DeliveryWords; sightings: FieldSighting[]; isEvent: boolean }
  | { problem: unknown }
);
type Findable = Extract<Read, { words: DeliveryWords }>;

/**
 * Indexes deliveries for text search; those that are not an event of their own also by order number and IPC_Trnref, separately
 * from the others. Idempotent.
 */
export async function makeFindable(tx: Transaction, { vault, log, clock }: Ports, rows: readonly DeliveryRow[]): Promise<void> {
  const read = await mapInChunks(rows, { clock }, (row) => readDelivery(vault, row));
  await processEach(tx, read, {
    work: saveAll,
    setAside: async ({ row }, cause) => {
      log.error({ cause, deliveryId: row.id }, "A notification could not be made searchable and was set aside");
      await saveProblem(tx, { deliveryId: row.id, step: "search", cause });
    },
  });
}

function readDelivery(vault: Vault, row: DeliveryRow): Read {
  try {
    const pairs = toReadablePairs(parseForm(openBody(vault, row)) ?? [], row.verdict);
    const fields = toFields(pairs);
    const isEvent = row.verdict === "valid" && row.id === row.eventId;
    return { row, words: toWords(row, fields), sightings: toSightings(row, fields), isEvent };
  } catch (problem) {
    return { row, problem };
  }
}

async function saveAll(tx: Transaction, read: readonly Read[]): Promise<void> {
  const findable = read.map((item): Findable => {
    if ("problem" in item) throw item.problem;
    return item;
  });
  await saveWords(
    tx,
    findable.map(({ words }) => words),
  );
  await saveUnverifiedNumbers(
    tx,
    findable.filter(({ isEvent }) => !isEvent).map(({ row }) => row),
  );
  await saveFieldSightings(
    tx,
    findable.flatMap(({ sightings }) => sightings),
  );
}

/**
 * Words of every field that is not personal, and the meanings of codes; without addresses, personal numbers and card numbers.
 */
function toWords(row: DeliveryRow, fields: readonly NotificationField[]): DeliveryWords {
  const { id: deliveryId, environment, merchantId } = row;
  if (isOtherReading(row)) return { deliveryId, environment, merchantId, words: [] };
  const texts = fields
    .filter(({ name }) => !isPersonalField(name) && name.toLowerCase() !== "signature")
    .flatMap(({ name, value, meaning }) => [redactLogText(maskValue(name, value).value), meaning ?? ""]);
  return { deliveryId, environment, merchantId, words: toSearchWords(texts) };
}

/** Undocumented fields; those of forged notifications are ignored. */
function toSightings(row: DeliveryRow, fields: readonly NotificationField[]): FieldSighting[] {
  if (row.verdict !== "valid" || isOtherReading(row)) return [];
  const { environment, receivedAt: firstSeenAt } = row;
  return fields.filter(({ known }) => !known).map(({ name }) => ({ environment, name, firstSeenAt }));
}
