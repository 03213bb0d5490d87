import { useTranslations } from "next-intl";
import { ClearFilters } from "#components/filters/clear-filters.tsx";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { Link } from "#components/ui/link.tsx";
import type { NeverNotifiedPage } from "#lib/contract/transaction.ts";
import type { Scope } from "#lib/queries/keys.ts";
import type { NeverNotifiedSearch } from "#lib/queries/notifications.ts";

export type NeverNotifiedState = Pick<NeverNotifiedPage, "complete" | "problem" | "firstEndpointAt">;

type Props = {
  scope: Scope;
  state: NeverNotifiedState;
  search: NeverNotifiedSearch;
  /** Older sales are still to be checked. */
  hasMore: boolean;
  onClear: () => void;
};

/** Why no sale is listed; that nothing is missing is said only of sales that are all synced and checked. */
export function NothingMissing({ scope, state, search, hasMore, onClear }: Props) {
  const t = useTranslations("notifications");
  if (state.firstEndpointAt === null) {
    return (
      <EmptyState title={t("neverNotified.noEndpoint.title")}>
        {t("neverNotified.noEndpoint.text")} <EndpointsLink scope={scope} />
      </EmptyState>
    );
  }
  const words = state.complete && !state.problem && !hasMore ? "empty" : "soFar";
  return (
    <EmptyState title={t(`neverNotified.${words}.title`)} action={<ClearFilters search={search} onClear={onClear} />}>
      {t(`neverNotified.${words}.text`)}
    </EmptyState>
  );
}

/** To where a merchant's notification URL is set up; of many merchants there is no such page. */
export function EndpointsLink({ scope: { environment, merchant } }: { scope: Scope }) {
  const t = useTranslations("notifications.list.empty");
  if (merchant === null) return null;
  return t.rich("addresses", {
    link: (words) => (
      <Link className="text-accent underline" href={`/${environment}/${merchant}/endpoints`}>
        {words}
      </Link>
    ),
  });
}
