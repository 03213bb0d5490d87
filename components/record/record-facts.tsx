"use client";

import type { ReactNode } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { LongText } from "#components/ui/long-text.tsx";
import { CodeMeaning } from "./code-meaning.tsx";

/** A fact without a value is left out. */
export type RecordFact = {
  label: string;
  value: string | null | undefined;
  /** Shown in its place, where it is more than text. */
  shown?: ReactNode;
  href?: string | undefined;
  /** What the value, a code, means for the caller: `type.fee` of messages/caller. */
  meaning?: string | undefined;
  /** An identifier: monospaced, with a button to copy it. */
  isIdentifier?: boolean;
};

const factsMax = 12;

/** The facts of a record: at most twelve, none empty, each once. */
export function RecordFacts({ label, facts }: { label: string; facts: readonly RecordFact[] }) {
  const known = facts.filter(({ value }) => value !== null && value !== undefined && value !== "");
  return (
    // How many there are, of which those past the limit stand under "All fields" only.
    <dl aria-label={label} data-facts={known.length} className="grid grid-cols-[minmax(6rem,auto)_minmax(0,1fr)] gap-x-4 gap-y-1">
      {known.slice(0, factsMax).map((fact) => (
        <div key={fact.label} className="col-span-2 grid min-h-6 grid-cols-subgrid items-center">
          <dt className="text-muted">{fact.label}</dt>
          <dd className={`flex min-w-0 items-center gap-1 ${fact.isIdentifier ? "reference" : ""}`}>
            <FactValue {...fact} />
            {fact.isIdentifier ? (
              <span className="-my-1 print:hidden">
                <CopyButton text={fact.value ?? ""} label={fact.label} />
              </span>
            ) : null}
          </dd>
        </div>
      ))}
    </dl>
  );
}

function FactValue({ value, shown, href, meaning }: RecordFact) {
  const content = shown ?? <LongText text={value ?? ""} />;
  if (href === undefined) {
    return (
      <span className="wrap-anywhere min-w-0">
        {content}
        {meaning === undefined ? null : <CodeMeaning code={meaning} />}
      </span>
    );
  }
  return (
    <Link href={href} className="wrap-anywhere min-w-0 text-accent underline-offset-2 hover:underline">
      {content}
    </Link>
  );
}
