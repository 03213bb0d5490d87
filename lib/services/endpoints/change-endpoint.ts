import { type Endpoint, endpointOperations } from "#lib/contract/endpoint.ts";
import type { ForwardingInput } from "#lib/contract/forward.ts";
import { dayMs } from "#lib/core/days.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import {
  addCertificates,
  countAccepted,
  endCertificate,
  removeCertificates,
  updateEndpoint,
} from "#lib/db/endpoints/endpoints.ts";
import { publishLive } from "#lib/db/events/events.ts";
import { saveForwardTarget } from "#lib/db/forwarding/forward-targets.ts";
import type { ForwardTarget } from "#lib/notifications/forwarding/ports.ts";
import { requireRole, type ServiceContext } from "../context.ts";
import type { Forwarder } from "../forwarding/ports.ts";
import { requireRecentAuthFor } from "../require-recent-auth.ts";
import { requireTypedName } from "../require-typed-name.ts";
import { serviceText } from "../texts.ts";
import { recordEndpointAudit } from "./endpoint-audit.ts";
import { readCertificates } from "./endpoint-certificates.ts";
import { type EndpointPlace, requireEndpoint } from "./require-endpoint.ts";
import { showEndpoint } from "./show-endpoint.ts";

type Change = EndpointPlace & { input: unknown; forwarder: Forwarder };

/**
 * Changes the given fields; certificates are added, ended and removed, and a shop's address is checked. In production, changes
 * to verification or forwarding need a recent re-authentication.
 */
export async function changeEndpoint(ctx: ServiceContext, { input, forwarder, ...place }: Change): Promise<Endpoint> {
  requireRole(ctx, endpointOperations.changeEndpoint);
  const { merchant, endpoint } = await requireEndpoint(ctx, place);
  const {
    addCertificates: added = [],
    removeCertificates: removed = [],
    ...more
  } = parseInput(endpointOperations.changeEndpoint.body, input);
  const { endCertificates = [], forwarding, name, ...changes } = more;
  const ended = toEnds(endCertificates, ctx.clock.now());
  const { sid = endpoint.sid, strictLayout = endpoint.strictLayout } = changes;
  const changesRules = sid !== endpoint.sid || strictLayout !== endpoint.strictLayout || forwarding !== undefined;
  const certificates = readCertificates(added, { field: "addCertificates", sid });
  const target = forwarding && (await toTarget(forwarder, forwarding, place.environment));
  const { id } = endpoint;
  await ctx.db.transaction(async (tx) => {
    await updateEndpoint(tx, id, changes);
    const now = new Date(ctx.clock.now());
    const accepted = await countAccepted(tx, id, now);
    await addCertificates(tx, { endpointId: id, certificates, by: ctx.staff.storedName });
    await removeCertificates(tx, id, removed.filter(isUuid));
    for (const { id: certificateId, at } of ended.filter((item) => isUuid(item.id))) {
      await endCertificate(tx, { endpointId: id, id: certificateId, at: at === null ? null : new Date(at) });
    }
    // Without a certificate every notification gets a 503, and the gateway returns the payments. A browser's clock may be
    // ahead.
    const soon = new Date(now.getTime() + dayMs);
    const endsSome = removed.length + ended.length > 0;
    if (endsSome && accepted > 0 && (await countAccepted(tx, id, soon)) === 0) requireTypedName(merchant, name);
    // Last, so that nobody types a password before a mistake in the fields is named; it undoes what stands above.
    if (changesRules || added.length + removed.length + ended.length > 0)
      requireRecentAuthFor(ctx, "endpoint", place.environment);
    if (target !== undefined) {
      await saveForwardTarget(tx, ctx.vault, { endpointId: id, target, by: ctx.staff.storedName, at: now });
    }
    const detail = { ...changes, added: certificates.length, removed: removed.length, ended, ...forwardingDetail(target) };
    await recordEndpointAudit(tx, ctx, { act: "endpoint.changed", merchant, endpointId: id, detail });
    await publishLive(tx, { environment: place.environment, merchantId: merchant.id, type: "merchant", data: { endpoint: id } });
  });
  if (target) forwarder.wake();
  return showEndpoint(ctx, merchant, (await requireEndpoint(ctx, place)).endpoint);
}

type Ends = readonly { id: string; at: string | null }[];

/**
 * A browser's clock may be behind, so the end it calls now is this moment. An end more than a day ago is a mistake, such as in
 * the year, and would end the certificate at once.
 */
function toEnds(ends: Ends, nowMs: number): Ends {
  return ends.map(({ id, at }, index) => {
    if (at === null) return { id, at };
    const atMs = Date.parse(at);
    if (atMs < nowMs - dayMs) {
      throw new AppError("invalid_input", {
        fields: [{ field: `endCertificates.${index}.at`, ...serviceText("certificate_end_past") }],
      });
    }
    return { id, at: new Date(Math.max(atMs, nowMs)).toISOString() };
  });
}

async function toTarget(forwarder: Forwarder, wanted: ForwardingInput, environment: Environment): Promise<ForwardTarget | null> {
  if (wanted.mode === "off") return null;
  const checked = await forwarder.checkTarget(wanted.url, environment);
  if ("url" in checked) return { mode: wanted.mode, url: checked.url };
  throw new AppError("invalid_input", { fields: [{ field: "forwarding.url", ...checked.problem }] });
}

/** The audit log omits the query of an address, which may contain a shop's secret. */
function forwardingDetail(target: ForwardTarget | null | undefined): Record<string, unknown> {
  if (target === undefined) return {};
  if (target === null) return { forwarding: "off" };
  const { origin, pathname } = new URL(target.url);
  return { forwarding: target.mode, forwardingTo: origin + pathname };
}
