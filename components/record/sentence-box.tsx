"use client";

import { Button } from "@heroui/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { toast } from "#components/ui/toast.ts";
import { type RecordState, recordStates } from "#lib/core/record-state.ts";
import { useStateWords } from "./use-state-words.ts";

export type NextStep = { href: string; label: string };

const edges = {
  success: "border-s-(--tone-success)",
  danger: "border-s-(--tone-danger)",
  warning: "border-s-(--tone-warning)",
  neutral: "border-s-(--tone-neutral)",
  active: "border-s-accent",
} as const;

/** What happened in one sentence that can be read out or copied, with the next step as a button. */
export function SentenceBox({
  state,
  next,
  children,
}: {
  state: RecordState;
  next?: NextStep | undefined;
  children?: ReactNode;
}) {
  const t = useTranslations("records");
  const common = useTranslations("common");
  const { sentence } = useStateWords(state);
  async function copy() {
    try {
      await navigator.clipboard.writeText(sentence);
      toast.success(common("copied", { what: t("sentence") }));
    } catch {
      toast.danger(common("copyRefused"));
    }
  }
  return (
    <section
      aria-label={t("summary")}
      className={`flex flex-wrap items-center justify-between gap-x-6 gap-y-2 rounded-lg border border-border border-s-4 bg-surface px-4 py-3 ${edges[recordStates[state.name]]}`}
    >
      <div className="min-w-0 max-w-prose flex-1 basis-80 text-base">
        <p>{sentence}</p>
        {children}
      </div>
      <div className="flex flex-wrap items-center gap-2 print:hidden">
        {next ? (
          <Link href={next.href} className="rounded-md bg-accent px-3 py-1.5 font-medium text-accent-foreground text-sm">
            {next.label}
          </Link>
        ) : null}
        <Button size="sm" variant="secondary" onPress={() => void copy()}>
          {t("copy")}
        </Button>
      </div>
    </section>
  );
}
