import type pg from "pg";
import type { Delivery } from "#lib/notifications/ports.ts";
import { actingMethods } from "#lib/notifications/verification/accepted-names.ts";
import { acceptedOrderFor } from "#lib/notifications/verification/accepted-order.ts";
import type { Vault } from "#lib/vault/vault.ts";
import { toByteaArray } from "../connection/binary-arrays.ts";
import { referenceHash } from "../payments/reference-hash.ts";
import { toHashKey, toHeaderLines, toSignedKey } from "../schema/delivery-columns.ts";
import { sealBodies } from "./delivery-body.ts";
import { toIdentifiers } from "./delivery-derived.ts";

type Column = { name: string; type: string; read: (delivery: Delivery, vault: Vault) => unknown };
type ByteColumn = { name: string; read: (delivery: Delivery, sealedBody: Buffer | undefined) => Buffer | null | undefined };

/** The columns of `delivery` stored with a valid delivery; bytea columns are listed separately. */
const plainColumns: readonly Column[] = [
  { name: "id", type: "uuid", read: ({ id }) => id },
  { name: "endpoint_id", type: "uuid", read: ({ endpoint }) => endpoint.id },
  { name: "environment", type: "text", read: ({ endpoint }) => endpoint.environment },
  { name: "merchant_id", type: "uuid", read: ({ endpoint }) => endpoint.merchantId },
  { name: "body_bytes", type: "int4", read: ({ body }) => body.length },
  { name: "peer", type: "text", read: ({ peer }) => peer },
  { name: "received_at", type: "timestamptz", read: ({ receivedAt }) => receivedAt.toISOString() },
  { name: "method", type: "text", read: ({ event }) => event.method },
  { name: "order_id", type: "text", read: ({ event }) => event.orderId },
  { name: "trnref", type: "text", read: ({ event }) => event.trnref },
  { name: "amount_minor", type: "int8", read: ({ event }) => event.amountMinor },
  { name: "currency", type: "text", read: ({ event }) => event.currency },
  { name: "identifiers", type: "text", read: ({ event }, vault) => toIdentifiers(vault, event) },
  {
    name: "field_order",
    type: "jsonb",
    read: ({ endpoint, event }) => {
      const accepted = acceptedOrderFor(event.method, endpoint);
      return accepted && JSON.stringify(accepted.names);
    },
  },
  { name: "key_id", type: "text", read: ({ verification }) => verification.keyId },
  { name: "answer_status", type: "int4", read: ({ answer }) => answer.status },
  { name: "answer_body", type: "text", read: ({ answer }) => answer.body },
  { name: "answer_ms", type: "float8", read: ({ answer }) => answer.ms },
];

const byteColumns: readonly ByteColumn[] = [
  { name: "sha256", read: ({ sha256 }) => sha256 },
  { name: "body", read: (_, sealedBody) => sealedBody },
  { name: "headers", read: ({ headers }) => toHeaderLines(headers) },
];

const hashColumns: readonly Column[] = [
  { name: "body_key", type: "uuid", read: ({ sha256 }) => toHashKey(sha256) },
  { name: "reading", type: "uuid", read: ({ eventHash }) => toHashKey(eventHash) },
  { name: "reference_hash", type: "uuid", read: ({ event }) => toReferenceKey(event) },
];

const listed = (names: readonly { name: string }[]) => names.map(({ name }) => name).join(", ");
const inputColumns = [...plainColumns, ...hashColumns];
const inputBytes: readonly ByteColumn[] = [
  ...byteColumns,
  { name: "signed_key", read: ({ signedHash }) => toSignedKey(signedHash) },
];
const types = [...inputColumns.map(({ type }) => type), ...inputBytes.map(() => "bytea")];
const parameters = types.map((type, index) => `$${index + 1}::${type}[]`).join(", ");
const deliveryColumns = listed([...plainColumns, ...byteColumns]);
const acting = actingMethods.map((method) => `'${method}'`).join(", ");
/** A Rollback's body has a key of its own, which can be removed with the delivery: the same bytes may act again. */
const isRollback = "method is not distinct from 'IPCPurchaseRollback'";

function toReferenceKey(event: Delivery["event"]): string | null {
  const hash = referenceHash(event);
  return hash && toHashKey(hash);
}

/**
 * Stores new events with their deliveries, outbox rows and live events in one statement. The first reading of a signed
 * text is an event; stored bodies and known signed texts are left out. Keys are claimed in a fixed order, table by
 * table, so that concurrent batches cannot deadlock. Two events with one reference but different content are both
 * marked as a conflict. Returns the new ids.
 */
const toText = (told: string) => `
with input as materialized (
  select * from unnest(${parameters}) with ordinality as input(${listed([...inputColumns, ...inputBytes])}, place)
), claimed as (
  insert into event_key (endpoint_id, hash, reading, event_id, body)
  select endpoint_id, signed_key, reading, id, case when not ${isRollback} then body_key end from input
  where not exists (select from delivery_key kept where kept.endpoint_id = input.endpoint_id and kept.sha256 = input.body_key)
  order by endpoint_id, signed_key, place
  on conflict do nothing returning event_id
), fresh as materialized (
  select input.* from input join claimed on claimed.event_id = input.id
), keyed as (
  insert into delivery_key (endpoint_id, sha256, delivery_id)
  select endpoint_id, body_key, id from fresh where ${isRollback} order by endpoint_id, body_key
  on conflict do nothing
), reference as (
  insert into reference_key (endpoint_id, hash, event_id)
  select distinct on (endpoint_id, reference_hash) endpoint_id, reference_hash, id from fresh
  where reference_hash is not null order by endpoint_id, reference_hash, place
  on conflict (endpoint_id, hash) do update set endpoint_id = excluded.endpoint_id
  returning endpoint_id, hash, event_id
), judged as materialized (
  select fresh.*, nullif(reference.event_id, fresh.id) as contradicted from fresh
  left join reference on reference.endpoint_id = fresh.endpoint_id and reference.hash = fresh.reference_hash
), doubted as materialized (
  select unnest(array[id, contradicted]) as event_id from judged where contradicted is not null
), kept as (
  insert into delivery (${deliveryColumns}, event_id, last_seen_at, verdict, reasons, conflict)
  select ${deliveryColumns}, id, received_at, 'valid', '{}', id in (select event_id from doubted) from judged order by place
), queued as (
  insert into delivery_outbox (merchant_id, delivery_id, acts)
  select merchant_id, id, coalesce(method in (${acting}), false) from fresh order by place
)${told}
select id, (select mark_conflict(array_agg(event_id)) from doubted having count(*) > 0) from fresh`;

const announced = toText(`, told as (
  insert into live_event (environment, merchant_id, type, data)
  select environment, merchant_id, 'notification', jsonb_build_object('id', id, 'method', method, 'verdict', 'valid')
  from fresh order by place
)`);
const unannounced = toText("");

/**
 * Stores those of the deliveries that are new events, and queues the acting ones for processing after the commit. All
 * must be valid. Returns the new ids. Those of the sandbox's history are not announced to open pages.
 */
export async function insertDeliveries(
  client: Pick<pg.PoolClient, "query">,
  vault: Vault,
  deliveries: readonly Delivery[],
  { isAnnounced = true }: { isAnnounced?: boolean } = {},
): Promise<ReadonlySet<string>> {
  const sealed = sealBodies(vault, deliveries);
  const values = [
    ...inputColumns.map(({ read }) => deliveries.map((delivery) => read(delivery, vault))),
    ...inputBytes.map(({ read }) => toByteaArray(deliveries.map((delivery, index) => read(delivery, sealed[index])))),
  ];
  const query = isAnnounced
    ? { name: "insert_deliveries", text: announced, values }
    : { name: "insert_deliveries_unannounced", text: unannounced, values };
  const { rows } = await client.query<{ id: string }>(query);
  return new Set(rows.map(({ id }) => id));
}
