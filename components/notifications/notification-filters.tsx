"use client";

import { useTranslations } from "next-intl";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { useGroupOfScope } from "#components/merchants/group-filter.tsx";
import { useMerchantFilter } from "#components/merchants/use-merchant-filter.tsx";
import { tagInput } from "#components/tags/tag-filter.tsx";
import { useViewSearch } from "#components/views/use-view-search.ts";
import { notificationFilters } from "#lib/contract/filters.ts";
import type { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { methodOptions } from "./notification-words.ts";

/** Filters of the notification list; without a merchant filter in a list of one merchant. */
export function NotificationFilters({ scope, problems }: { scope: Scope; problems: ApiError["fields"] }) {
  const t = useTranslations("notifications");
  const { search, setSearch } = useViewSearch(notificationFilters, { list: "notifications", scope });
  const merchant = useMerchantFilter(scope.environment, search.merchant, (slug) => setSearch({ merchant: slug }));
  const group = useGroupOfScope(scope, search.group, (value) => setSearch({ group: value }));
  return (
    <ListFilters
      filters={notificationFilters}
      search={search}
      onChange={setSearch}
      problems={problems}
      options={{
        method: methodOptions(t),
        merchant: merchant.options,
      }}
      shown={{ group: group.shown }}
      inputs={{
        group: group.input,
        merchant: scope.merchant === null ? merchant.input : null,
        tag: tagInput({ environment: scope.environment, value: search.tag, onChange: (tag) => setSearch({ tag }) }),
      }}
    />
  );
}
