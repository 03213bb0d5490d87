import {
  changeViewInput,
  chooseColumnsInput,
  columnsSchema,
  createViewInput,
  type View,
  type Views,
  viewSchema,
  viewsSchema,
} from "../../contract/view.ts";
import { AppError } from "../../core/errors.ts";
import { type Environment, isUuid } from "../../core/identifiers.ts";
import { parseInput } from "../../core/parse-input.ts";
import {
  countViews,
  deleteView,
  findListColumns,
  insertView,
  keepListColumns,
  listViewRows,
  updateView,
  type ViewRow,
} from "../../store/views.ts";
import { requireEnvironment, requireMerchant, requireRole, type ServiceContext, visibleMerchants } from "../context.ts";

const viewsMax = 50;

/** This person's views and columns; views of merchants they may no longer see are left out. */
export async function listViews(ctx: ServiceContext, environment: Environment): Promise<Views> {
  const [rows, columns, merchants] = await Promise.all([
    listViewRows(ctx.db, requireOwner(ctx, environment)),
    findListColumns(ctx.db, ctx.staff.id),
    visibleMerchants(ctx, environment),
  ]);
  const visible = new Set(merchants.map(({ id }) => id));
  const items = rows.filter(({ merchantId }) => merchantId === null || visible.has(merchantId)).map(toView);
  return viewsSchema.parse({ items, columns: known(columns) });
}

export async function createView(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<View> {
  const owner = requireOwner(ctx, environment);
  const { merchant, ...content } = parseInput(createViewInput, input);
  const merchantId = merchant === null ? null : (await requireMerchant(ctx, environment, merchant)).id;
  if ((await countViews(ctx.db, owner)) >= viewsMax) throw refused(`You have ${viewsMax} views; delete one first.`);
  const id = await insertView(ctx.db, { ...owner, ...content, search: toStored(content.search), merchantId });
  if (id === undefined) throw refused("You have a view of this name already.");
  return viewSchema.parse({ id, merchant, ...content });
}

export async function changeView(
  ctx: ServiceContext,
  { environment, id, input }: { environment: Environment; id: string; input: unknown },
): Promise<View> {
  const owner = { ...requireOwner(ctx, environment), id: requireId(id) };
  const { search, ...change } = parseInput(changeViewInput, input);
  const outcome = await updateView(ctx.db, owner, { ...change, ...(search && { search: toStored(search) }) });
  if (outcome === "taken") throw refused("You have a view of this name already.");
  const { items } = await listViews(ctx, environment);
  const view = items.find((each) => each.id === id);
  if (!view) throw new AppError("not_found");
  return view;
}

export async function removeView(
  ctx: ServiceContext,
  { environment, id }: { environment: Environment; id: string },
): Promise<undefined> {
  if (!(await deleteView(ctx.db, { ...requireOwner(ctx, environment), id: requireId(id) }))) throw new AppError("not_found");
}

/** Keeps which columns this person wants, in every environment. */
export async function chooseColumns(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<Pick<Views, "columns">> {
  requireOwner(ctx, environment);
  const { columns } = parseInput(chooseColumnsInput, input);
  await keepListColumns(ctx.db, ctx.staff.id, columns);
  return { columns };
}

function requireOwner(ctx: ServiceContext, environment: Environment) {
  requireRole(ctx, "viewer");
  requireEnvironment(ctx, environment);
  return { staffId: ctx.staff.id, environment };
}

function requireId(id: string): string {
  if (!isUuid(id)) throw new AppError("not_found");
  return id;
}

function refused(message: string): AppError {
  return new AppError("invalid_input", { fields: [{ field: "name", message }] });
}

function toStored(search: Readonly<Record<string, string | undefined>>): Record<string, string> {
  return Object.fromEntries(Object.entries(search).filter((entry): entry is [string, string] => entry[1] !== undefined));
}

function toView({ merchantId: _, ...row }: ViewRow): View {
  return viewSchema.parse({ ...row, columns: known(row.columns) });
}

/** Columns that a later version no longer has are not a reason to fail. */
function known(columns: readonly string[] | null | undefined): Views["columns"] {
  const kept = (columns ?? []).filter((column) => columnsSchema.element.safeParse(column).success);
  return kept.length === 0 ? null : columnsSchema.parse(kept);
}
