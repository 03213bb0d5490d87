import type { z } from "zod";
import type { endpointDryRunOperations } from "#lib/contract/endpoint-dry-run.ts";
import { AppError } from "#lib/core/errors.ts";
import { coreText } from "#lib/core/texts.ts";
import type { StoredEndpoint } from "#lib/notifications/endpoints/snapshot-saver.ts";
import type { NotifyEndpoint } from "#lib/notifications/ports.ts";
import { actingMethods, isActingMethod } from "#lib/notifications/verification/accepted-names.ts";
import { toAccepted } from "#lib/notifications/verification/accepted-order.ts";
import { defaultFieldOrder, isSameOrder } from "#lib/notifications/verification/field-order.ts";
import { toNotifyEndpoint } from "../notifications/internal/endpoint-rules.ts";
import { readCertificates } from "./endpoint-certificates.ts";
import { requireFieldOrder } from "./require-field-order.ts";

type Change = z.output<typeof endpointDryRunOperations.dryRunEndpoint.body>;

const notActing = coreText("not_one_of", { values: actingMethods.join(", ") });

/**
 * The endpoint with its keys and rules once the change is in force: at the last of the given ends, when other certificates may
 * have ended as well. Throws `invalid_input` for what could not be saved either.
 */
export function toChangedEndpoint(stored: StoredEndpoint, change: Change, { atMs }: { atMs: number }): NotifyEndpoint {
  const { addCertificates = [], endCertificates = [], strictLayout = stored.strictLayout, fieldOrder } = change;
  const ends = new Map(endCertificates.map(({ id, at }) => [id, at === null ? null : new Date(at)]));
  const thenMs = Math.max(atMs, ...[...ends.values()].map((end) => end?.getTime() ?? atMs));
  const added = readCertificates(addCertificates, { field: "addCertificates", sid: stored.sid });
  const endOf = ({ id, fingerprint, endsAt }: StoredEndpoint["certificates"][number]) => {
    if (ends.has(id)) return ends.get(id) ?? null;
    const isBack = endsAt && endsAt.getTime() <= atMs && added.some((item) => item.fingerprint === fingerprint);
    return isBack ? null : endsAt;
  };
  const certificates = [
    ...stored.certificates.map((item) => ({ ...item, endsAt: endOf(item) })),
    // A key that the endpoint has already is not added again.
    ...added
      .filter(({ fingerprint }) => stored.certificates.every((item) => item.fingerprint !== fingerprint))
      .map((item) => ({ ...item, id: item.fingerprint, endsAt: null })),
  ];
  return toNotifyEndpoint(
    { ...stored, certificates, strictLayout, fieldOrder: toFieldOrder(stored, fieldOrder) },
    { atMs: thenMs },
  );
}

function toFieldOrder(stored: StoredEndpoint, wanted: Change["fieldOrder"]): StoredEndpoint["fieldOrder"] {
  if (!wanted) return stored.fieldOrder;
  requireFieldOrder(wanted.order);
  if (!wanted.methods.every(isActingMethod)) {
    throw new AppError("invalid_input", { fields: [{ field: "fieldOrder.methods", ...notActing }] });
  }
  // The usual order applies to every method.
  const methods = isSameOrder(wanted.order, defaultFieldOrder) ? [] : wanted.methods;
  return toAccepted(stored.fieldOrder ?? null, { order: wanted.order, methods });
}
