"use client";

import { useTranslations } from "next-intl";
import { useQueryStates } from "nuqs";
import { ListFilters } from "#components/filters/list-filters.tsx";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { notificationFilters } from "#lib/contract/filters.ts";
import type { ApiError } from "#lib/queries/api-error.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { notificationSearchParsers } from "./notification-search.ts";
import { methodOptions } from "./notification-words.ts";

/** Filters of the notification list; without a merchant filter in a list of one merchant. */
export function NotificationFilters({ scope, problems }: { scope: Scope; problems: ApiError["fields"] }) {
  const t = useTranslations("notifications");
  const words = useTranslations("filters");
  const [search, setSearch] = useQueryStates(notificationSearchParsers, { history: "push" });
  const merchant = useMerchant(scope.environment, search.merchant ?? undefined);
  return (
    <ListFilters
      filters={notificationFilters}
      search={search}
      onChange={setSearch}
      problems={problems}
      options={{
        method: methodOptions(t),
        merchant: merchant ? [{ value: merchant.slug, label: merchant.name }] : [],
      }}
      inputs={{
        merchant:
          scope.merchant === null
            ? (close) => (
                <MerchantChoice
                  key="merchant"
                  environment={scope.environment}
                  label={words("labels.merchant")}
                  anyLabel={words("any.merchant")}
                  value={search.merchant}
                  onChange={(slug) => {
                    void setSearch({ merchant: slug });
                    close();
                  }}
                  className="w-64 p-2"
                />
              )
            : null,
      }}
    />
  );
}
