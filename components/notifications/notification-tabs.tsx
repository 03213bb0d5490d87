import Link from "next/link";

const tabs = [
  { key: "received", path: "", label: "Received" },
  { key: "never-notified", path: "/never-notified", label: "Recorded, never notified" },
  { key: "unknown", path: "?flag=unknown", label: "Notified, unknown to the gateway" },
] as const;

type Props = { scope: { environment: string; merchant: string }; current: (typeof tabs)[number]["key"] };

/** What was received and the two ways in which it and the ledger can part. */
export function NotificationTabs({ scope, current }: Props) {
  const base = `/${scope.environment}/${scope.merchant}/notifications`;
  return (
    <nav aria-label="Lists" className="flex flex-wrap gap-x-4 gap-y-1 border-border border-b pb-2 mb-4">
      {tabs.map(({ key, path, label }) => (
        <Link
          key={key}
          href={`${base}${path}`}
          aria-current={key === current ? "page" : undefined}
          className={key === current ? "font-medium text-foreground underline underline-offset-8" : "text-accent"}
        >
          {label}
        </Link>
      ))}
    </nav>
  );
}
