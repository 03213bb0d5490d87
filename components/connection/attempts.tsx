import { useTranslations } from "next-intl";

/** The gateway locks an account at the third failed attempt, so the app allows itself two. */
export function Attempts({ used, most }: { used: number; most: number }) {
  const t = useTranslations("connection");
  return (
    <span className="whitespace-nowrap">
      <span aria-hidden="true" className="tracking-widest">
        {"●".repeat(used)}
        {"○".repeat(Math.max(0, most - used))}
      </span>{" "}
      {t("attempts", { used, most })}
    </span>
  );
}
