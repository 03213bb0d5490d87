"use client";

import { Button, ProgressBar } from "@heroui/react";
import { useTranslations } from "next-intl";
import { type ClipboardEvent, useEffect, useEffectEvent } from "react";
import { MerchantChoice } from "#components/merchants/merchant-choice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { sharedReferencesMax } from "#lib/core/identifiers.ts";
import { LookupFile } from "./lookup-file.tsx";
import { LookupResults } from "./lookup-results.tsx";
import { PastedList } from "./pasted-list.tsx";
import { stateOf } from "./shown-row.ts";
import { useLookupAddress } from "./use-lookup-address.ts";
import { useLookupRun } from "./use-lookup-run.ts";
import { shortPaste, useReferences } from "./use-references.ts";

/** `given`: references from the address, which are looked up at once. */
export function LookupForm({ environment, given, onList }: Parameters<typeof useLookupAddress>[0]) {
  const t = useTranslations("lookups");
  const { merchant, setMerchant, keep } = useLookupAddress({ environment, given, onList });
  const read = useReferences(given);
  const { references } = read;
  const { run, start } = useLookupRun({ environment, merchant });

  function begin() {
    void keep(references);
    void start(references);
  }

  function onPaste(event: ClipboardEvent) {
    const text = event.clipboardData.getData("text/plain");
    if (text.length <= shortPaste) return;
    event.preventDefault();
    void read.paste(text);
  }

  const beginGiven = useEffectEvent(() => {
    if (given.length > 0) void start(given);
  });
  useEffect(() => beginGiven(), []);

  const { problemOf, check } = useFieldErrors(null, ["references"], { references: references.length === 0 && t("noReferences") });
  const failed = references.filter((reference) => {
    const row = run.rows.get(reference);
    return row !== undefined && stateOf(row) === "not_checked";
  });
  return (
    <div className="flex flex-col gap-4">
      <Form className="flex flex-col gap-4" onSubmit={() => !(run.isRunning || read.isReading) && check() && begin()} noValidate>
        <div onPaste={onPaste}>
          <TextInput
            label={t("references")}
            hint={t("referencesHint")}
            isMultiline
            maxLength={1_000_000}
            value={read.text}
            onChange={read.setText}
            problem={problemOf("references")}
          />
        </div>
        <LookupFile onText={read.paste} onReferences={read.add} />
        <PastedList pasted={read.pasted} onRemove={read.remove} />
        {read.isCut ? <Notice status="warning" role="status" title={t("cut", { count: sharedReferencesMax })} /> : null}
        <div className="flex flex-wrap items-end gap-3">
          <MerchantChoice
            environment={environment}
            label={t("ask")}
            anyLabel={t("everyMerchant")}
            value={merchant}
            onChange={setMerchant}
            className="w-52"
          />
          <Button type="submit" isPending={run.isRunning || read.isReading}>
            {t("lookUp", { count: references.length })}
          </Button>
          {failed.length > 0 && !run.isRunning ? (
            <Button variant="secondary" onPress={() => void start(failed, run.rows)}>
              {t("tryFailed", { count: failed.length })}
            </Button>
          ) : null}
        </div>
      </Form>
      {run.isRunning ? (
        <ProgressBar aria-label={t("running")} value={run.done} maxValue={run.total} isIndeterminate={run.done === 0}>
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      <LookupResults scope={{ environment, merchant }} references={references} run={run} />
    </div>
  );
}
