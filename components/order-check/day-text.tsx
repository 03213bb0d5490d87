import { useLocale } from "next-intl";
import { instantFormat } from "#components/language/instant-format.ts";

/** A day of the shop, which has no zone of its own. */
export function DayText({ day }: { day: string }) {
  const locale = useLocale();
  const text = instantFormat({ locale, zone: "UTC", precision: "day" }).format(new Date(`${day}T00:00:00Z`));
  return (
    <time dateTime={day} className="whitespace-nowrap">
      {text}
    </time>
  );
}
