import { redirect } from "next/navigation";
import type { SearchParams } from "nuqs/server";
import { allView } from "#components/transactions/transaction-search.ts";
import { viewAddress } from "#components/transactions/view-address.ts";
import type { Views } from "#lib/contract/view.ts";

type List = { environment: string; merchant: string | null; zone: string };

/**
 * An address that contains only a view redirects to that view's full address. An address without parameters redirects to
 * the user's default view, if there is one.
 */
export function openView(views: Views | undefined, { environment, merchant, zone }: List, search: SearchParams): void {
  const names = Object.keys(search);
  const isOnlyView = names.length === 1 && typeof search.view === "string" && search.view !== allView;
  const view = views?.items.find((item) => {
    if (names.length === 0) return item.isDefault && item.merchant === merchant;
    return isOnlyView && item.id === search.view;
  });
  if (view) redirect(viewAddress(environment, view, zone));
}
