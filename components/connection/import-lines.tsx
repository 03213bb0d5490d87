import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { ImportResult } from "#lib/contract/connection.ts";

type Line = ImportResult["lines"][number];

const tones: Record<Line["outcome"], Tone> = {
  added: "success",
  changed: "active",
  unchanged: "neutral",
  refused: "danger",
};

/** What each line of the file would do, the refused ones first. */
export function ImportLines({ lines }: { lines: readonly Line[] }) {
  const t = useTranslations("connection");
  const say = useSentence();
  const refusedFirst = lines.toSorted((left, right) => Number(right.outcome === "refused") - Number(left.outcome === "refused"));
  return (
    <ul aria-label={t("import.lines")} className="flex max-h-72 flex-col gap-1 overflow-y-auto">
      {refusedFirst.map(({ line, slug, outcome, problems, warnings }) => (
        <li key={line} className="flex flex-wrap gap-x-3">
          <span className="w-16 text-muted">{t("import.line", { line })}</span>
          <span className="reference w-36 truncate">{slug}</span>
          <StatusMark tone={tones[outcome]}>{t(`import.outcomes.${outcome}`)}</StatusMark>
          {[...problems.map(({ field, message }) => `${field}: ${say(message)}`), ...warnings.map(say)].map((text) => (
            <span key={text} className="basis-full pl-16 text-muted">
              {text}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
