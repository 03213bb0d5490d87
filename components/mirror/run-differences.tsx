import { useTranslations } from "next-intl";
import { useDayText } from "#components/language/use-day-text.ts";
import type { MirrorRun } from "#lib/contract/mirror.ts";

const shown = 20;

/** The days on which store and gateway did not agree, as they were before they were put right. */
export function RunDifferences({ differing }: { differing: MirrorRun["differing"] }) {
  const t = useTranslations("mirror.differences");
  const dayText = useDayText();
  if (differing.length === 0) return <p className="text-sm">{t("none")}</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[34rem] text-sm">
        <caption className="pb-1 text-left">{t("caption")}</caption>
        <thead>
          <tr className="text-left text-muted">
            <th scope="col">{t("day")}</th>
            <th scope="col">{t("currency")}</th>
            <th scope="col" className="text-right">
              {t("rows")}
            </th>
            <th scope="col" className="text-right">
              {t("sums")}
            </th>
          </tr>
        </thead>
        <tbody>
          {differing.slice(0, shown).map(({ day, currency, gateway, stored }) => (
            <tr key={`${day} ${currency}`}>
              <td>{dayText(day)}</td>
              <td>{currency}</td>
              <td className="text-right tabular-nums">
                {gateway.rows} / {stored.rows}
              </td>
              <td className="text-right tabular-nums">
                {gateway.sumMinor} / {stored.sumMinor}
              </td>
            </tr>
          ))}
        </tbody>
        {differing.length > shown ? (
          <tfoot>
            <tr>
              <td colSpan={4}>{t("more", { count: differing.length - shown })}</td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}
