import { useTranslations } from "next-intl";

/** A third failure would lock the account at the gateway, so two is all the desk ever allows itself. */
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
