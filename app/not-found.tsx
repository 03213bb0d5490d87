import { getTranslations } from "next-intl/server";
import { NoticePage } from "#components/layout/notice-page.tsx";
import { Link } from "#components/ui/link.tsx";
import { titled } from "#lib/server/titled.ts";

export const generateMetadata = () => titled("notFound");

export default async function NotFound() {
  const t = await getTranslations("frame.notFound");
  return (
    <main>
      <NoticePage
        title={t("page")}
        action={
          <Link href="/" className="text-accent underline underline-offset-2">
            {t("toDashboard")}
          </Link>
        }
      >
        {t("text")}
      </NoticePage>
    </main>
  );
}
