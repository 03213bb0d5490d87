import Link from "next/link";
import { useTranslations } from "next-intl";

const tabs = [
  { key: "received", path: "", word: "received" },
  { key: "never-notified", path: "/never-notified", word: "neverNotified" },
  { key: "unknown", path: "?flag=unknown", word: "unknown" },
] as const;

type Props = { scope: { environment: string; merchant: string }; current: (typeof tabs)[number]["key"] };

/** All notifications, and the two kinds of mismatch between them and the ledger. */
export function NotificationTabs({ scope, current }: Props) {
  const t = useTranslations("notifications");
  const base = `/${scope.environment}/${scope.merchant}/notifications`;
  return (
    <nav aria-label={t("tabs.name")} className="flex flex-wrap gap-x-4 gap-y-1 border-border border-b pb-2 mb-4">
      {tabs.map(({ key, path, word }) => (
        <Link
          key={key}
          href={`${base}${path}`}
          aria-current={key === current ? "page" : undefined}
          className={key === current ? "font-medium text-foreground underline underline-offset-8" : "text-accent"}
        >
          {t(`tabs.${word}`)}
        </Link>
      ))}
    </nav>
  );
}
