import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { allView, type ListPlace, viewAddress } from "#components/views/view-address.ts";
import { merchantViews, notificationViews, paymentViews } from "#lib/contract/list-views.ts";
import type { ViewList } from "#lib/contract/view-parts.ts";
import type { Environment } from "#lib/core/identifiers.ts";
import { type Views, viewsQuery } from "#lib/queries/views.ts";
import { type Prefetch, prefetchOf } from "#lib/server/prefetch.ts";
import type { ServiceContext } from "#lib/services/context.ts";
import { findZone } from "#lib/services/environments/find-zone.ts";
import { listTransactionViews, listViews } from "#lib/services/views/views.ts";

const readers: Record<ViewList, (ctx: ServiceContext, environment: Environment) => Promise<Views>> = {
  transactions: listTransactionViews,
  notifications: async (ctx, environment) => ({ items: await listViews(ctx, { environment, contract: notificationViews }) }),
  payments: async (ctx, environment) => ({ items: await listViews(ctx, { environment, contract: paymentViews }) }),
  merchants: async (ctx, environment) => ({ items: await listViews(ctx, { environment, contract: merchantViews }) }),
};

type Place = ListPlace & { scope: { environment: Environment } };

/** The views of the list for the page's tabs. */
export function prefetchViews(ctx: ServiceContext, { list, scope: { environment } }: Place): Prefetch {
  return prefetchOf(viewsQuery({ environment, list }), () => readers[list](ctx, environment));
}

/**
 * An address that contains only a view redirects to that view's full address. An address without parameters redirects to
 * the user's default view, if there is one. Otherwise the views for the page's tabs.
 */
export async function openView(ctx: ServiceContext, place: Place, search: SearchParams): Promise<Prefetch[]> {
  const { list, scope } = place;
  const names = Object.keys(search);
  const [views, zone] = await Promise.all([
    readers[list](ctx, scope.environment).catch(() => undefined),
    findZone(ctx, scope.environment),
  ]);
  const isOnlyView = names.length === 1 && typeof search.view === "string" && search.view !== allView;
  const view = views?.items.find((item) => {
    if (names.length === 0) return item.isDefault && (item.merchant ?? null) === scope.merchant;
    return isOnlyView && item.id === search.view;
  });
  if (view) redirect(viewAddress({ list, scope: { ...scope, merchant: view.merchant ?? null } }, view, zone));
  return views ? [prefetchOf(viewsQuery({ environment: scope.environment, list }), async () => views)] : [];
}
