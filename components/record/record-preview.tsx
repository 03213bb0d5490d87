"use client";

import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { ArchivedRecordLine } from "#components/merchants/archived-line.tsx";
import { Money } from "#components/ui/money.tsx";
import { RecordFacts } from "./record-facts.tsx";
import type { RecordView } from "./record-page.tsx";
import { SentenceBox } from "./sentence-box.tsx";
import { StateChip } from "./state-chip.tsx";

/** A record beside its list: the same answer and facts as on its page. */
export function RecordPreview({ view, children }: { view: RecordView; children: ReactNode }) {
  const t = useTranslations("records");
  const { merchant, money, moneyNote, state, lead, next, warning, facts } = view;
  return (
    <>
      <ArchivedRecordLine merchant={merchant} />
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-page">
        {money ? <Money {...money} /> : null}
        {money && moneyNote ? <span className="text-muted text-sm">{moneyNote}</span> : null}
        <StateChip name={state.name} />
      </div>
      <SentenceBox state={state} lead={lead} next={next}>
        {warning}
      </SentenceBox>
      <RecordFacts label={t("details")} facts={facts} />
      <div>{children}</div>
    </>
  );
}
