"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { Link } from "#components/ui/link.tsx";
import { type RecordState, recordStates } from "#lib/core/record-state.ts";
import { CallerPart } from "./caller-part.tsx";
import { useStateWords } from "./use-state-words.ts";

export type NextStep = { href: string; label: string };

const edges = {
  success: "border-s-(--tone-success)",
  danger: "border-s-(--tone-danger)",
  warning: "border-s-(--tone-warning)",
  neutral: "border-s-(--tone-neutral)",
  active: "border-s-accent",
} as const;

/** What happened in one sentence with the next step as a button, and what to say to the caller. */
export function SentenceBox({
  state,
  lead,
  next,
  children,
}: {
  state: RecordState;
  lead?: string | undefined;
  next?: NextStep | undefined;
  children?: ReactNode;
}) {
  const t = useTranslations("records");
  const { sentence } = useStateWords(state);
  return (
    <section
      aria-label={t("summary")}
      className={`rounded-lg border border-border border-s-4 bg-surface px-4 py-3 ${edges[recordStates[state.name]]}`}
    >
      <div className="flex flex-wrap items-center justify-between gap-x-6 gap-y-2">
        <div className="min-w-0 max-w-prose flex-1 basis-80 text-base">
          {lead === undefined ? null : <p className="pb-1 font-medium">{lead}</p>}
          <p>{sentence}</p>
          {children}
        </div>
        {next ? (
          <Link
            href={next.href}
            className="rounded-md bg-accent px-3 py-1.5 font-medium text-accent-foreground text-sm print:hidden"
          >
            {next.label}
          </Link>
        ) : null}
      </div>
      <CallerPart state={state} />
    </section>
  );
}
