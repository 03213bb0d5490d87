import { Skeleton } from "@heroui/react";
import { useTranslations } from "next-intl";

/** As high as the loaded content, so that the layout does not shift. */
export function OverviewSkeleton() {
  const t = useTranslations("overview");
  return (
    <div role="status" aria-label={t("loading")}>
      <div className="grid grid-cols-2 gap-3 pb-4 sm:grid-cols-3 lg:grid-cols-4 2xl:grid-cols-8">
        {Array.from({ length: 8 }, (_, index) => `tile ${index}`).map((key) => (
          <Skeleton key={key} className="h-20 rounded-lg" />
        ))}
      </div>
      <Skeleton className="h-[340px] rounded-lg" />
    </div>
  );
}
