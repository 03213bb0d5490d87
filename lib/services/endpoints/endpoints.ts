import {
  changeEndpointInput,
  createEndpointInput,
  type Endpoint,
  endpointListSchema,
  endpointSchema,
} from "../../contract/endpoint.ts";
import { AppError } from "../../core/errors.ts";
import type { Environment } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import { createEndpointId } from "../../notify/endpoint-id.ts";
import { recordAuditIn } from "../../store/audit.ts";
import {
  addCertificates,
  type EndpointRow,
  findEndpoint,
  insertEndpoint,
  listCertificates,
  listEndpoints as listRows,
  removeCertificates,
  updateEndpoint,
} from "../../store/endpoints.ts";
import type { MerchantRow } from "../../store/merchants.ts";
import { findLastReceived } from "../../store/notifications.ts";
import type { Transaction } from "../../store/open-store.ts";
import { requireMerchant, requireRole, type ServiceContext } from "../context.ts";
import { originProblem } from "./check-origin.ts";
import { readCertificates } from "./endpoint-certificates.ts";
import { toEndpoint } from "./to-endpoint.ts";

type Place = { environment: Environment; merchant: string };

/** URL_Notify, URL_OK and URL_Cancel of a merchant, with SID, keys and when something last arrived. */
export async function listEndpoints(ctx: ServiceContext, { environment, merchant: slug }: Place) {
  requireRole(ctx, "viewer");
  const merchant = await requireMerchant(ctx, environment, slug);
  const rows = await listRows(ctx.db, merchant.id);
  const items = await Promise.all(rows.map((row) => show(ctx, merchant, row)));
  return endpointListSchema.parse({ items, nextCursor: null, asOf: new Date(ctx.clock.now()).toISOString() });
}

export async function getEndpoint(ctx: ServiceContext, place: Place & { id: string }): Promise<Endpoint> {
  requireRole(ctx, "viewer");
  const merchant = await requireMerchant(ctx, place.environment, place.merchant);
  return show(ctx, merchant, await requireEndpoint(ctx, merchant, place.id));
}

/** For demo and production it refuses an origin the gateway could not reach. */
export async function createEndpoint(
  ctx: ServiceContext,
  { environment, merchant: slug, input }: Place & { input: unknown },
): Promise<Endpoint> {
  requireRole(ctx, "admin");
  const merchant = await requireMerchant(ctx, environment, slug);
  const wanted = parseInput(createEndpointInput, input);
  const problem = originProblem(environment, ctx.publicOrigin);
  if (problem) throw new AppError("conflict", { message: problem });
  const certificates = readCertificates(wanted.certificates, { field: "certificates", sid: wanted.sid });
  const row = await ctx.db.transaction(async (tx) => {
    const values = {
      id: createEndpointId(),
      environment,
      merchantId: merchant.id,
      sid: wanted.sid,
      label: wanted.label ?? "",
      strictLayout: wanted.strictLayout,
    };
    const made = await insertEndpoint(tx, { ...values, createdBy: ctx.staff.email });
    await addCertificates(tx, { endpointId: made.id, certificates, by: ctx.staff.email });
    await audit(tx, ctx, {
      act: "endpoint.created",
      merchant,
      endpointId: made.id,
      detail: { sid: made.sid, certificates: certificates.length },
    });
    return made;
  });
  return show(ctx, merchant, row);
}

export async function changeEndpoint(
  ctx: ServiceContext,
  { environment, merchant: slug, id, input }: Place & { id: string; input: unknown },
): Promise<Endpoint> {
  requireRole(ctx, "admin");
  const merchant = await requireMerchant(ctx, environment, slug);
  const row = await requireEndpoint(ctx, merchant, id);
  const { addCertificates: added = [], removeCertificates: removed = [], ...changes } = parseInput(changeEndpointInput, input);
  const certificates = readCertificates(added, { field: "addCertificates", sid: changes.sid ?? row.sid });
  await ctx.db.transaction(async (tx) => {
    await updateEndpoint(tx, id, changes);
    await addCertificates(tx, { endpointId: id, certificates, by: ctx.staff.email });
    await removeCertificates(tx, id, removed.filter(isUuidText));
    await audit(tx, ctx, {
      act: "endpoint.changed",
      merchant,
      endpointId: id,
      detail: { ...changes, added: certificates.length, removed: removed.length },
    });
  });
  return show(ctx, merchant, await requireEndpoint(ctx, merchant, id));
}

function isUuidText(text: string): boolean {
  return /^[0-9a-f-]{36}$/i.test(text);
}

async function requireEndpoint(ctx: ServiceContext, merchant: MerchantRow, id: string): Promise<EndpointRow> {
  const row = await findEndpoint(ctx.db, id);
  if (row?.merchantId !== merchant.id) throw new AppError("not_found");
  return row;
}

async function show(ctx: ServiceContext, merchant: MerchantRow, row: EndpointRow): Promise<Endpoint> {
  const [certificates, received] = await Promise.all([listCertificates(ctx.db, [row.id]), findLastReceived(ctx.db, row.id)]);
  return endpointSchema.parse(
    toEndpoint(row, {
      merchant: merchant.slug,
      publicOrigin: ctx.publicOrigin,
      certificates,
      lastReceivedAt: received,
    }),
  );
}

type Act = { act: string; merchant: MerchantRow; endpointId: string; detail: Record<string, unknown> };

function audit(tx: Transaction, ctx: ServiceContext, { act, merchant, endpointId, detail }: Act): Promise<void> {
  const { environment, slug } = merchant;
  return recordAuditIn(tx, {
    at: new Date(ctx.clock.now()),
    staffId: ctx.staff.id,
    actor: ctx.staff.email,
    act,
    environment,
    merchant: slug,
    target: endpointId,
    detail,
    peer: ctx.peer,
  });
}
