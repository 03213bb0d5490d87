"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { callFailures, callKindOf } from "#lib/core/gateway-calls.ts";

type Props = { method: string | null; path: string | null; outcome: string | null; onClear: () => void };

/** The group of errors whose calls are listed, and the way back to all. */
export function ChosenGroup({ method, path, outcome, onClear }: Props) {
  const t = useTranslations("calls");
  if (method === null || path === null || outcome === null) return null;
  const failure = callFailures.find((known) => known === outcome);
  return (
    <>
      <span className="text-muted">
        {failure ? t(`failures.${failure}`) : outcome} · {t(`kinds.${callKindOf({ method, path })}`)}
      </span>
      <Button size="sm" variant="secondary" onPress={onClear}>
        {t("errors.showAll")}
      </Button>
    </>
  );
}
