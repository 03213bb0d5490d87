import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { StatusMark, type Tone } from "#components/ui/status-mark.tsx";
import type { ConnectionCheckView } from "#lib/contract/connection.ts";

type Step = ConnectionCheckView["steps"][number];

const tones: Record<Step["state"], Tone> = { works: "success", failed: "danger", skipped: "neutral" };

/** The steps of a check: whether each works, how long it took, and what the gateway said, but for what is `said` beside it already. */
export function CheckSteps({ steps, said }: { steps: readonly Step[]; said?: string | null | undefined }) {
  const t = useTranslations("connection.check");
  const say = useSay();
  return (
    <ol aria-label={t("label")} className="flex flex-col gap-1 pt-3">
      {steps.map(({ step, state, ms, words, wordsDetails }) => (
        <li key={step} className="flex flex-wrap items-baseline gap-x-3">
          <span className="min-w-24">
            <StatusMark tone={tones[state]}>{t(`states.${state}`)}</StatusMark>
          </span>
          <span className="w-52">{t(`steps.${step}`)}</span>
          <span className="w-16 text-right text-muted tabular-nums">
            {state === "skipped" ? "" : t("milliseconds", { count: ms })}
          </span>
          <span className="min-w-0 wrap-anywhere text-muted">
            {words === said ? "" : say({ message: words, ...wordsDetails })}
          </span>
        </li>
      ))}
    </ol>
  );
}
