import { Button, ProgressBar } from "@heroui/react";
import { useTranslations } from "next-intl";
import type { OrderCheckRun } from "./use-order-check.ts";

type Props = { run: OrderCheckRun; total: number; onStop: () => void };

/** How far a running check is, with a button that ends it. */
export function CheckProgress({ run, total, onStop }: Props) {
  const t = useTranslations("orderCheck.progress");
  if (run.state !== "running") return null;
  const text = run.done === 0 ? t("reading") : t("done", { done: run.done, total });
  return (
    <div className="flex items-end gap-3">
      <ProgressBar aria-label={text} value={run.done} maxValue={total} isIndeterminate={run.done === 0} className="flex-1">
        <span className="text-muted tabular-nums">{text}</span>
        <ProgressBar.Track>
          <ProgressBar.Fill />
        </ProgressBar.Track>
      </ProgressBar>
      <Button size="sm" variant="secondary" onPress={onStop}>
        {t("stop")}
      </Button>
    </div>
  );
}
