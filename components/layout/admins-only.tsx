import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** Shown instead of a page to users whose role does not open it. */
export function AdminsOnly({ title, ofAllMerchants = false }: { title: string; ofAllMerchants?: boolean }) {
  const t = useTranslations("frame");
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={t(ofAllMerchants ? "adminsOnly.titleForAll" : "adminsOnly.title")}>{t("adminsOnly.text")}</EmptyState>
    </>
  );
}
