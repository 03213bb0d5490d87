import { useTranslations } from "next-intl";
import { EmptyState } from "#components/ui/empty-state.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";

/** A page that is there, for somebody who may not use it. */
export function AdminsOnly({ title, ofAllMerchants = false }: { title: string; ofAllMerchants?: boolean }) {
  const t = useTranslations("frame");
  return (
    <>
      <PageHeader title={title} />
      <EmptyState title={t(ofAllMerchants ? "adminsOnly.titleForAll" : "adminsOnly.title")}>{t("adminsOnly.text")}</EmptyState>
    </>
  );
}
