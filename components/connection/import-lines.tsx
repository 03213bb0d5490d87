import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { ImportResult } from "#lib/contract/connection.ts";

type Line = ImportResult["lines"][number];

const tones: Record<Line["outcome"], Tone> = {
  refused: "danger",
  added: "success",
  changed: "active",
  unchanged: "neutral",
};
const shownMax = 300;

/** Number of lines by outcome, and every line, the rejected ones first. */
export function ImportLines({ lines }: { lines: readonly Line[] }) {
  const t = useTranslations("connection");
  const say = useSay();
  const byOutcome = Map.groupBy(lines, ({ outcome }) => outcome);
  const [refused = [], accepted] = [byOutcome.get("refused"), lines.filter(({ outcome }) => outcome !== "refused")];
  const shown = [...refused, ...accepted].slice(0, shownMax);
  return (
    <>
      <p role="status" className="flex flex-wrap gap-x-4">
        {(Object.keys(tones) as Line["outcome"][]).map((outcome) => {
          const count = byOutcome.get(outcome)?.length ?? 0;
          return count === 0 ? null : (
            <StatusMark key={outcome} tone={tones[outcome]}>
              {t("import.count", { outcome: t(`import.outcomes.${outcome}`), count })}
            </StatusMark>
          );
        })}
      </p>
      <ul aria-label={t("import.lines")} className="flex max-h-72 flex-col gap-1 overflow-y-auto">
        {shown.map(({ line, slug, outcome, problems, warningDetails }) => (
          <li key={line} className="flex flex-wrap gap-x-3">
            <span className="w-20 text-muted">{t("import.line", { line })}</span>
            <span className="reference w-36 truncate">{slug}</span>
            <StatusMark tone={tones[outcome]}>{t(`import.outcomes.${outcome}`)}</StatusMark>
            {[
              ...problems.map((problem) => `${problem.field}: ${say(problem)}`),
              ...warningDetails.map((warning) => say(warning)),
            ].map((text) => (
              <span key={text} className="basis-full pl-16 text-muted">
                {text}
              </span>
            ))}
          </li>
        ))}
      </ul>
      {lines.length > shown.length ? (
        <p className="text-muted">{t("import.more", { count: lines.length - shown.length })}</p>
      ) : null}
    </>
  );
}
