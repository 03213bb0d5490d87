import { Skeleton } from "@heroui/react";
import { useTranslations } from "next-intl";

/** As high as the loaded content, so that the layout does not shift. */
export function OverviewSkeleton() {
  const t = useTranslations("overview");
  return (
    <div role="status" aria-label={t("loading")} className="flex flex-col gap-3">
      <Skeleton className="h-10 rounded-lg" />
      <Skeleton className="h-36 rounded-lg" />
      <div className="grid gap-3 lg:grid-cols-5">
        <Skeleton className="h-[430px] rounded-lg lg:col-span-3" />
        <Skeleton className="h-[430px] rounded-lg lg:col-span-2" />
      </div>
    </div>
  );
}
