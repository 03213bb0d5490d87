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
    <nav
      aria-label={t("tabs.name")}
      className="mb-2 flex h-9 shrink-0 gap-1 overflow-x-auto border-border border-b [scrollbar-width:none]"
    >
      {tabs.map(({ key, path, word }) => (
        <Link
          key={key}
          href={`${base}${path}`}
          aria-current={key === current ? "page" : undefined}
          className="flex items-center whitespace-nowrap border-transparent border-b-2 px-2.5 text-muted hover:text-foreground aria-[current]:border-accent aria-[current]:font-medium aria-[current]:text-foreground"
        >
          {t(`tabs.${word}`)}
        </Link>
      ))}
    </nav>
  );
}
