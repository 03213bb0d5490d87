import { randomUUID } from "node:crypto";
import type { Operation } from "#lib/contract/operation.ts";
import { columnsSchema, type View, type Views, viewOperations, viewSchema, viewsSchema } from "#lib/contract/view.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Message } from "#lib/core/text.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import { type NameOf, readNames } from "#lib/db/staff/person-names.ts";
import {
  countViews,
  deleteView,
  findListColumns,
  insertView,
  listViewRows,
  lockView,
  type NameTaken,
  saveListColumns,
  updateView,
  type ViewRow,
} from "#lib/db/staff/views.ts";
import { serviceText } from "#lib/services/texts.ts";
import {
  hasRole,
  isUnlimitedAdmin,
  isWithinList,
  requireEnvironment,
  requireMerchant,
  requireRole,
  type ServiceContext,
  visibleScope,
} from "../context.ts";

const viewsMax = 50;

/** This account's views and columns, and the views that colleagues share; those of merchants it may not see are omitted. */
export async function listViews(ctx: ServiceContext, environment: Environment): Promise<Views> {
  const [rows, columns, { merchantIds }, nameOf] = await Promise.all([
    listViewRows(ctx.db, requireOwner(ctx, viewOperations.listViews, environment)),
    findListColumns(ctx.db, ctx.staff.id),
    visibleScope(ctx, environment),
    readNames(ctx),
  ]);
  const visible = merchantIds && new Set(merchantIds);
  const isVisible = ({ merchantId }: ViewRow) => visible === null || merchantId === null || visible.has(merchantId);
  const views = rows.filter(isVisible).map((row) => toView(ctx, row, nameOf));
  const items = views.filter(({ author, search }) => author === null || namesOnlyVisible(ctx, environment, search));
  return viewsSchema.parse({ items, columns: knownColumns(columns) });
}

/** A shared list of several merchants would name those that this account may not know of. */
function namesOnlyVisible({ staff }: ServiceContext, environment: Environment, { merchant }: View["search"]): boolean {
  const slugs = merchant?.split(",") ?? [];
  return isWithinList(
    staff,
    slugs.map((slug) => `${environment}/${slug}`),
  );
}

export async function createView(
  ctx: ServiceContext,
  { environment, input }: { environment: Environment; input: unknown },
): Promise<View> {
  const owner = requireOwner(ctx, viewOperations.createView, environment);
  const { merchant, ...content } = parseInput(viewOperations.createView.body, input);
  if (content.isShared) requireSharing(ctx);
  const merchantId = merchant === null ? null : (await requireMerchant(ctx, environment, merchant)).id;
  if ((await countViews(ctx.db, owner)) >= viewsMax) throw refused(serviceText("views_too_many", { count: viewsMax }));
  const id = randomUUID();
  const search = sealSearch(ctx, id, content.search);
  await ctx.db.transaction(async (tx) => {
    refuseTaken(await insertView(tx, { ...owner, ...content, id, search, merchantId }));
    if (content.isShared) await recordSharing(ctx, tx, { act: "view.shared", environment, id, name: content.name });
  });
  return viewSchema.parse({ id, merchant, ...content, author: null, mayChange: true });
}

/** Throws `not_found` unless the view is one's own, or shared and one is an administrator. */
export async function changeView(
  ctx: ServiceContext,
  { environment, id, input }: { environment: Environment; id: string; input: unknown },
): Promise<View> {
  const reach = requireReach(ctx, viewOperations.changeView, { environment, id });
  const { search, isDefault, ...change } = parseInput(viewOperations.changeView.body, input);
  if (change.isShared) requireSharing(ctx);
  await ctx.db.transaction(async (tx) => {
    const view = await lockView(tx, reach);
    if (!view) throw new AppError("not_found");
    const sealed = search && { search: sealSearch(ctx, id, search) };
    // What a colleague's list opens with is theirs to choose.
    const own = view.staffId === ctx.staff.id && isDefault !== undefined ? { isDefault } : {};
    refuseTaken(await updateView(tx, view, { ...change, ...own, ...sealed }));
    const { name = view.name, isShared = view.isShared } = change;
    if (!view.isShared && !isShared) return;
    const act = view.isShared === isShared ? "view.changed" : isShared ? "view.shared" : "view.unshared";
    await recordSharing(ctx, tx, { act, environment, id, name });
  });
  const { items } = await listViews(ctx, environment);
  const view = items.find((item) => item.id === id);
  if (!view) throw new AppError("not_found");
  return view;
}

/** Throws `not_found` unless the view is one's own, or shared and one is an administrator. */
export async function removeView(ctx: ServiceContext, place: { environment: Environment; id: string }): Promise<undefined> {
  const reach = requireReach(ctx, viewOperations.deleteView, place);
  await ctx.db.transaction(async (tx) => {
    const view = await lockView(tx, reach);
    if (!view) throw new AppError("not_found");
    await deleteView(tx, view);
    if (view.isShared) await recordSharing(ctx, tx, { act: "view.deleted", ...place, name: view.name });
  });
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

/** Administrators of every merchant also look after what others share. */
function requireReach(ctx: ServiceContext, operation: Operation, { environment, id }: { environment: Environment; id: string }) {
  const owner = requireOwner(ctx, operation, environment);
  if (!isUuid(id)) throw new AppError("not_found");
  return { ...owner, id, withShared: isUnlimitedAdmin(ctx.staff) };
}

function requireSharing({ staff }: ServiceContext): void {
  if (!hasRole(staff, "support")) throw new AppError("forbidden");
}

function refuseTaken(taken: NameTaken | undefined): void {
  if (taken) throw refused(serviceText(taken === "own" ? "view_name_taken" : "view_name_shared"));
}

type Sharing = {
  act: "view.shared" | "view.unshared" | "view.changed" | "view.deleted";
  environment: Environment;
  id: string;
  name: string;
};

/** What the team sees is audited; one's own views are not. */
async function recordSharing(
  { vault, clock, staff, peer }: ServiceContext,
  tx: Transaction,
  { act, environment, id, name }: Sharing,
): Promise<void> {
  await recordAuditIn(tx, vault, {
    at: new Date(clock.now()),
    staffId: staff.id,
    actor: staff.email,
    ...{ act, environment, target: id, detail: { name }, peer },
  });
}

function refused(message: Message): AppError {
  return new AppError("invalid_input", { fields: [{ field: "name", ...message }] });
}

const placeOf = (id: string) => ({ table: "saved_view", row: id, column: "search" });

function sealSearch({ vault }: Pick<ServiceContext, "vault">, id: string, search: View["search"]): Buffer {
  return vault.seal(JSON.stringify(search), placeOf(id));
}

function toView({ vault, staff }: Pick<ServiceContext, "vault" | "staff">, row: ViewRow, nameOf: NameOf): View {
  const search: unknown = JSON.parse(vault.open(row.search, placeOf(row.id)).toString("utf8"));
  const isOwn = row.staffId === staff.id;
  return viewSchema.parse({
    ...row,
    search,
    columns: knownColumns(row.columns),
    isDefault: isOwn && row.isDefault,
    author: isOwn ? null : nameOf(row.owner),
    mayChange: isOwn || isUnlimitedAdmin(staff),
  });
}

/** Ignores columns that a later version no longer has. */
function knownColumns(columns: readonly string[] | null | undefined): Views["columns"] {
  const validColumns = (columns ?? []).filter((column) => columnsSchema.element.safeParse(column).success);
  return validColumns.length === 0 ? null : columnsSchema.parse(validColumns);
}
