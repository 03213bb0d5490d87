"use client";

import { Button, ProgressBar } from "@heroui/react";
import { parseAsString, useQueryState } from "nuqs";
import { useDeferredValue, useEffect, useEffectEvent, useMemo, useState } from "react";
import { TextInput } from "#components/ui/text-input.tsx";
import { extractReferences } from "./extract-references.ts";
import { LookupResults } from "./lookup-results.tsx";
import { useLookupRun } from "./use-lookup-run.ts";

const mostInAddress = 100;

/** Paste anything; the references in it are looked up at the gateway, one verdict for each. */
export function LookupScreen({ environment }: { environment: string }) {
  const [refs, setRefs] = useQueryState("refs", parseAsString.withDefault(""));
  const [text, setText] = useState(() => refs.split(",").join("\n"));
  const references = useDeferredValue(useMemo(() => extractReferences(text), [text]));
  const { run, start } = useLookupRun({ environment, merchant: null });

  function begin() {
    void setRefs(references.length <= mostInAddress ? references.join(",") : null);
    void start(references);
  }

  const beginFromAddress = useEffectEvent(() => {
    if (refs !== "") void start(extractReferences(refs));
  });
  useEffect(() => beginFromAddress(), []);

  const failed = [...run.rows.values()].filter(({ verdict }) => verdict === "error").map(({ reference }) => reference);
  return (
    <div className="flex flex-col gap-4">
      <TextInput
        label="References"
        hint="A column, an e-mail, a list: whatever holds them."
        isMultiline
        maxLength={1_000_000}
        value={text}
        onChange={setText}
      />
      <div className="flex flex-wrap items-center gap-3">
        <Button isDisabled={references.length === 0} isPending={run.isRunning} onPress={begin}>
          {references.length === 1 ? "Look up 1 reference" : `Look up ${references.length.toLocaleString("en-GB")} references`}
        </Button>
        {failed.length > 0 && !run.isRunning ? (
          <Button variant="secondary" onPress={() => void start(failed, run.rows)}>
            Try {failed.length} failed again
          </Button>
        ) : null}
      </div>
      {run.isRunning ? (
        <ProgressBar aria-label="Looking up" value={run.done} maxValue={run.total} isIndeterminate={run.done === 0}>
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      <LookupResults environment={environment} run={run} />
    </div>
  );
}
