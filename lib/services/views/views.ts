import { randomUUID } from "node:crypto";
import type { Operation } from "#lib/contract/operation.ts";
import { columnsSchema, type View, type Views, viewOperations, viewSchema, viewsSchema } from "#lib/contract/view.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Message } from "#lib/core/text.ts";
import {
  countViews,
  deleteView,
  findListColumns,
  insertView,
  listViewRows,
  saveListColumns,
  updateView,
  type ViewRow,
} from "#lib/db/staff/views.ts";
import { serviceText } from "#lib/services/texts.ts";
import { requireEnvironment, requireMerchant, requireRole, type ServiceContext, visibleScope } from "../context.ts";

const viewsMax = 50;

/** This account's views and columns; views of merchants it may no longer see are omitted. */
export async function listViews(ctx: ServiceContext, environment: Environment): Promise<Views> {
  const [rows, columns, { merchantIds }] = await Promise.all([
    listViewRows(ctx.db, requireOwner(ctx, viewOperations.listViews, environment)),
    findListColumns(ctx.db, ctx.staff.id),
    visibleScope(ctx, environment),
  ]);
  const visible = merchantIds && new Set(merchantIds);
  const isVisible = ({ merchantId }: ViewRow) => visible === null || merchantId === null || visible.has(merchantId);
  const items = rows.filter(isVisible).map((row) => toView(ctx, row));
  return viewsSchema.parse({ items, columns: knownColumns(columns) });
}

export async function createView(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<View> {
  const owner = requireOwner(ctx, viewOperations.createView, environment);
  const { merchant, ...content } = parseInput(viewOperations.createView.body, input);
  const merchantId = merchant === null ? null : (await requireMerchant(ctx, environment, merchant)).id;
  if ((await countViews(ctx.db, owner)) >= viewsMax) throw refused(serviceText("views_too_many", { count: viewsMax }));
  const id = randomUUID();
  const search = sealSearch(ctx, id, content.search);
  if ((await insertView(ctx.db, { ...owner, ...content, id, search, merchantId })) === "taken")
    throw refused(serviceText("view_name_taken"));
  return viewSchema.parse({ id, merchant, ...content });
}

export async function changeView(
  ctx: ServiceContext,
  { environment, id, input }: { environment: Environment; id: string; input: unknown },
): Promise<View> {
  const owner = { ...requireOwner(ctx, viewOperations.changeView, environment), id: requireId(id) };
  const { search, ...change } = parseInput(viewOperations.changeView.body, input);
  const outcome = await updateView(ctx.db, owner, { ...change, ...(search && { search: sealSearch(ctx, id, search) }) });
  if (outcome === "taken") throw refused(serviceText("view_name_taken"));
  const { items } = await listViews(ctx, environment);
  const view = items.find((item) => item.id === id);
  if (!view) throw new AppError("not_found");
  return view;
}

export async function removeView(
  ctx: ServiceContext,
  { environment, id }: { environment: Environment; id: string },
): Promise<undefined> {
  if (!(await deleteView(ctx.db, { ...requireOwner(ctx, viewOperations.deleteView, environment), id: requireId(id) })))
    throw new AppError("not_found");
}

/** Saves this account's columns, for every environment. */
export async function chooseColumns(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<Pick<Views, "columns">> {
  requireOwner(ctx, viewOperations.chooseColumns, environment);
  const { columns } = parseInput(viewOperations.chooseColumns.body, input);
  await saveListColumns(ctx.db, ctx.staff.id, columns);
  return { columns };
}

function requireOwner(ctx: ServiceContext, operation: Operation, environment: Environment) {
  requireRole(ctx, operation);
  requireEnvironment(ctx, environment);
  return { staffId: ctx.staff.id, environment };
}

function requireId(id: string): string {
  if (!isUuid(id)) throw new AppError("not_found");
  return id;
}

function refused(message: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field: "name", ...message }] });
}

const placeOf = (id: string) => ({ table: "saved_view", row: id, column: "search" });

function sealSearch({ vault }: Pick<ServiceContext, "vault">, id: string, search: View["search"]): Buffer {
  return vault.seal(JSON.stringify(search), placeOf(id));
}

function toView({ vault }: Pick<ServiceContext, "vault">, { merchantId: _, ...row }: ViewRow): View {
  const search: unknown = JSON.parse(vault.open(row.search, placeOf(row.id)).toString("utf8"));
  return viewSchema.parse({ ...row, search, columns: knownColumns(row.columns) });
}

/** Ignores columns that a later version no longer has. */
function knownColumns(columns: readonly string[] | null | undefined): Views["columns"] {
  const validColumns = (columns ?? []).filter((column) => columnsSchema.element.safeParse(column).success);
  return validColumns.length === 0 ? null : columnsSchema.parse(validColumns);
}
