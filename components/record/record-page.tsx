"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useSyncExternalStore } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { ChevronLeft } from "#components/ui/icons.tsx";
import { storedLists } from "#components/ui/last-lists.tsx";
import { Link } from "#components/ui/link.tsx";
import { Money } from "#components/ui/money.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { RecordState } from "#lib/core/record-state.ts";
import { findListBefore } from "./back-to-list.ts";
import { type RecordFact, RecordFacts } from "./record-facts.tsx";
import { type NextStep, SentenceBox } from "./sentence-box.tsx";
import { StateChip } from "./state-chip.tsx";
import { useDocumentTitle } from "./use-document-title.ts";
import { useMoneyText } from "./use-money-text.ts";
import { useStateWords } from "./use-state-words.ts";
import { type RecordEvent, WhatHappened } from "./what-happened.tsx";

/** What every record shows, whether it is a transaction, a terminal payment or a notification. */
export type RecordView = {
  merchant: string;
  money: { amountMinor: number | null; amountText?: string; currency: string } | null;
  /** Whose amount it is, where that is not clear. */
  moneyNote?: string | undefined;
  state: RecordState;
  /** The order, or what else people call it. */
  name: string | null;
  /** What must be read before the sentence. */
  lead?: string | undefined;
  next?: NextStep | undefined;
  /** More that must be known before anybody acts. */
  warning?: ReactNode;
  events: readonly RecordEvent[];
  facts: readonly RecordFact[];
};

type Props = {
  view: RecordView;
  merchantName: string;
  /** The list that it is in, unless it was opened from another one. */
  back: NextStep;
  actions: ReactNode;
  disclosures: ReactNode;
  notes?: ReactNode;
};

/** The page of one record: the answer first, then what happened, the facts, and everything else folded. */
export function RecordPage({ view, merchantName, back, actions, disclosures, notes }: Props) {
  const t = useTranslations("records");
  useDocumentTitle(useTitleText(view));
  return (
    <>
      <BackLink back={back} />
      <div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-2 pb-3">
        <div className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1">
          <RecordTitle view={view} />
          <span className="text-muted">{merchantName}</span>
        </div>
        <div className="flex flex-wrap items-center gap-2 print:hidden [&_.button]:h-auto [&_.button]:min-h-9 [&_.button]:whitespace-normal md:[&_.button]:min-h-8">
          {actions}
        </div>
      </div>
      <SentenceBox state={view.state} lead={view.lead} next={view.next}>
        {view.warning}
      </SentenceBox>
      <div className="grid items-start gap-4 pt-4 lg:grid-cols-[minmax(0,1fr)_minmax(0,1fr)] lg:grid-rows-[auto_1fr]">
        <WhatHappened events={view.events} />
        <div className="min-w-0 lg:row-span-2">
          <Panel title={t("details")}>
            <RecordFacts label={t("details")} facts={view.facts} />
            <div className="pt-3">{disclosures}</div>
          </Panel>
        </div>
        {notes ? <div className="min-w-0 print:hidden">{notes}</div> : null}
      </div>
    </>
  );
}

/** Leads to the list that the record was opened from in this tab, with its filters and its merchants. */
function BackLink({ back }: Pick<Props, "back">) {
  const titles = useTranslations("titles");
  const stored = useSyncExternalStore(never, storedLists, () => null);
  const before = findListBefore(stored, back.href);
  return (
    <Link
      href={before?.href ?? back.href}
      className="inline-flex min-h-6 items-center gap-1 text-muted text-sm underline-offset-2 hover:underline print:hidden"
    >
      <ChevronLeft aria-hidden="true" className="size-4" />
      {before ? titles(before.title) : back.label}
    </Link>
  );
}

/** Nothing changes it while a record is shown. */
function never() {
  return () => {};
}

function RecordTitle({ view: { money, moneyNote, state, name } }: { view: RecordView }) {
  const t = useTranslations("records");
  return (
    <>
      <h1 className="flex min-w-0 flex-wrap items-center gap-x-3 gap-y-1 text-figure max-sm:contents">
        {money ? <Money {...money} /> : null}
        {money && moneyNote ? <span className="font-normal text-muted text-sm">{moneyNote}</span> : null}
        <StateChip name={state.name} />
        {name === null ? null : (
          <span className="reference max-w-80 truncate font-normal" title={name.slice(0, 300)}>
            {name.slice(0, 300)}
          </span>
        )}
      </h1>
      {name === null ? null : (
        <span className="-ms-2 print:hidden">
          <CopyButton text={name} label={t("name")} />
        </span>
      )}
    </>
  );
}

const nameMax = 60;

/** `7.26 EUR · Reversed · ORD-1`. */
function useTitleText({ money, state, name }: RecordView): string {
  const toText = useMoneyText();
  const { status } = useStateWords(state);
  return [money && toText(money), status, name?.slice(0, nameMax)].filter(Boolean).join(" · ");
}
