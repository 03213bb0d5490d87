import { randomUUID } from "node:crypto";
import { noGroup } from "#lib/contract/merchant-marks.ts";
import type { Operation } from "#lib/contract/operation.ts";
import { columnsSchema, transactionViews, type Views, viewOperations, viewsSchema } from "#lib/contract/view.ts";
import type { ViewContract } from "#lib/contract/view-parts.ts";
import { AppError } from "#lib/core/errors.ts";
import { type Environment, isUuid } from "#lib/core/identifiers.ts";
import { parseInput } from "#lib/core/parse-input.ts";
import type { Message } from "#lib/core/text.ts";
import { recordAuditIn } from "#lib/db/audit/audit.ts";
import type { Transaction } from "#lib/db/connection/open-store.ts";
import type { MerchantScope } from "#lib/db/merchants/merchant-scope.ts";
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

import { groupScope } from "../merchants/group-scope.ts";

/** Of one list. */
const viewsMax = 50;

type AnyView = { id: string; author: string | null; search: { readonly [name: string]: string | undefined } };

/** This account's views and columns of the transactions list, and the views that colleagues share. */
export async function listTransactionViews(ctx: ServiceContext, environment: Environment): Promise<Views> {
  const [items, columns] = await Promise.all([
    listViews(ctx, { environment, contract: transactionViews }),
    findListColumns(ctx.db, ctx.staff.id),
  ]);
  return viewsSchema.parse({ items, columns: knownColumns(columns) });
}

type OfList<View> = { environment: Environment; contract: ViewContract<View> };

/**
 * This account's views of a list and those that colleagues share; those of merchants it may not see are omitted, and while
 * presenting those of a tag, whose name may be personal.
 */
export async function listViews<View extends AnyView>(ctx: ServiceContext, list: OfList<View>): Promise<View[]> {
  const views = await readViews(ctx, list);
  return ctx.staff.isPresenting ? views.filter(({ search }) => search.tag === undefined) : views;
}

async function readViews<View extends AnyView>(ctx: ServiceContext, { environment, contract }: OfList<View>): Promise<View[]> {
  const [rows, scope, nameOf] = await Promise.all([
    listViewRows(ctx.db, { ...requireOwner(ctx, contract.operations.list, environment), list: contract.list }),
    visibleScope(ctx, environment),
    readNames(ctx),
  ]);
  const visible = scope.merchantIds && new Set(scope.merchantIds);
  const isVisible = ({ merchantId }: ViewRow) => visible === null || merchantId === null || visible.has(merchantId);
  const views = rows.filter(isVisible).map((row) => toView(ctx, row, { contract, nameOf }));
  const isToBeShown = await Promise.all(
    views.map(({ author, search }) => author === null || namesOnlyVisible(ctx, scope, search)),
  );
  return views.filter((_, index) => isToBeShown[index]);
}

/** A shared list of several merchants, or of a group, would name those that this account may not know of. */
async function namesOnlyVisible(
  ctx: ServiceContext,
  scope: MerchantScope,
  { merchant, group }: AnyView["search"],
): Promise<boolean> {
  const slugs = merchant?.split(",") ?? [];
  const named = slugs.map((slug) => `${scope.environment}/${slug}`);
  if (!isWithinList(ctx.staff, named)) return false;
  if (ctx.staff.merchants === null || group === undefined || group === noGroup) return true;
  return (await groupScope(ctx, scope, group)).merchantIds?.length !== 0;
}

export async function createView<View extends AnyView>(
  ctx: ServiceContext,
  { environment, input, contract }: { environment: Environment; input: unknown; contract: ViewContract<View> },
): Promise<View> {
  const owner = { ...requireOwner(ctx, contract.operations.create, environment), list: contract.list };
  const { merchant = null, ...parsed } = parseInput(contract.create, input);
  const content = { ...parsed, movingDays: parsed.movingDays ?? null, columns: parsed.columns ?? null };
  if (content.isShared) requireSharing(ctx);
  const merchantId = merchant === null ? null : (await requireMerchant(ctx, environment, merchant)).id;
  if ((await countViews(ctx.db, owner)) >= viewsMax) throw refused(serviceText("views_too_many", { count: viewsMax }));
  const id = randomUUID();
  const search = sealSearch(ctx, id, content.search);
  await ctx.db.transaction(async (tx) => {
    refuseTaken(await insertView(tx, { ...owner, ...content, id, search, merchantId }));
    if (content.isShared) await recordSharing(ctx, tx, { act: "view.shared", environment, id, name: content.name });
  });
  return contract.view.parse({ id, merchant, ...content, author: null, mayChange: true });
}

type Place<View> = { environment: Environment; id: string; contract: ViewContract<View> };

/**
 * Throws `not_found` unless the view is one's own, or shared and one is an administrator; `forbidden` for a change that the team
 * would see, without the role that shares.
 */
export async function changeView<View extends AnyView>(
  ctx: ServiceContext,
  { environment, id, input, contract }: Place<View> & { input: unknown },
): Promise<View> {
  const reach = requireReach(ctx, contract.operations.change, { environment, id });
  const { search, isDefault, ...change } = parseInput(contract.change, input);
  const changesContent = search !== undefined || Object.keys(change).length > 0;
  await ctx.db.transaction(async (tx) => {
    const view = await lockView(tx, { ...reach, list: contract.list });
    if (!view) throw new AppError("not_found");
    const { name = view.name, isShared = view.isShared } = change;
    if (isShared && changesContent) requireSharing(ctx);
    const sealed = search && { search: sealSearch(ctx, id, search) };
    // What a colleague's list opens with is theirs to choose.
    const own = view.staffId === ctx.staff.id && isDefault !== undefined ? { isDefault } : {};
    refuseTaken(await updateView(tx, view, { ...change, ...own, ...sealed }));
    if (!view.isShared && !isShared) return;
    const act = view.isShared === isShared ? "view.changed" : isShared ? "view.shared" : "view.unshared";
    await recordSharing(ctx, tx, { act, environment, id, name });
  });
  const views = await readViews(ctx, { environment, contract });
  const view = views.find((item) => item.id === id);
  if (!view) throw new AppError("not_found");
  return view;
}

/** Throws `not_found` unless the view is one's own, or shared and one is an administrator. */
export async function removeView<View>(ctx: ServiceContext, { contract, ...place }: Place<View>): Promise<undefined> {
  const reach = requireReach(ctx, contract.operations.delete, place);
  await ctx.db.transaction(async (tx) => {
    const view = await lockView(tx, { ...reach, list: contract.list });
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

function sealSearch({ vault }: Pick<ServiceContext, "vault">, id: string, search: AnyView["search"]): Buffer {
  return vault.seal(JSON.stringify(search), placeOf(id));
}

function toView<View>(
  { vault, staff }: Pick<ServiceContext, "vault" | "staff">,
  row: ViewRow,
  { contract, nameOf }: { contract: ViewContract<View>; nameOf: NameOf },
): View {
  const search: unknown = JSON.parse(vault.open(row.search, placeOf(row.id)).toString("utf8"));
  const isOwn = row.staffId === staff.id;
  return contract.view.parse({
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
