import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** Shown to viewers, who may not change scenarios. */
export function ScenariosClosed() {
  const t = useTranslations("scenarios");
  return (
    <>
      <PageHeader title={t("title")} />
      <EmptyState title={t("closedTitle")}>{t("closed")}</EmptyState>
    </>
  );
}
