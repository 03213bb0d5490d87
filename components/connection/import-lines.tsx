import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { ImportResult } from "#lib/contract/connection.ts";

type Line = ImportResult["lines"][number];

const outcomes: Record<Line["outcome"], { tone: Tone; text: string }> = {
  added: { tone: "success", text: "Would be added" },
  changed: { tone: "active", text: "Would be changed" },
  unchanged: { tone: "neutral", text: "Is so already" },
  refused: { tone: "danger", text: "Refused" },
};

/** What each line of the file would do, the refused ones first. */
export function ImportLines({ lines }: { lines: readonly Line[] }) {
  const refusedFirst = lines.toSorted((left, right) => Number(right.outcome === "refused") - Number(left.outcome === "refused"));
  return (
    <ul aria-label="What each line would do" className="flex max-h-72 flex-col gap-1 overflow-y-auto">
      {refusedFirst.map(({ line, slug, outcome, problems, warnings }) => (
        <li key={line} className="flex flex-wrap gap-x-3">
          <span className="w-16 text-muted">Line {line}</span>
          <span className="reference w-36 truncate">{slug}</span>
          <StatusMark tone={outcomes[outcome].tone}>{outcomes[outcome].text}</StatusMark>
          {[...problems.map(({ field, message }) => `${field}: ${message}`), ...warnings].map((text) => (
            <span key={text} className="basis-full pl-16 text-muted">
              {text}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}
