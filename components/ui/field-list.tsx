"use client";

import { useSay } from "#components/language/say.ts";
import type { LabelledValue } from "#lib/contract/common.ts";
import { LongText } from "./long-text.tsx";

type Props = {
  fields: readonly LabelledValue[];
  label: string;
  /** A label without a value is a heading for the rows after it, as in the gateway's own lists. */
  hasHeadings?: boolean;
};

/** Every received field as a row, known labels in the user's language; on narrow screens the value is below its label. */
export function FieldList({ fields, label, hasHeadings = false }: Props) {
  const say = useSay();
  const rows = fields.map((field, index) => ({ ...field, key: `${index} ${field.label}` }));
  return (
    <dl aria-label={label} className="flex flex-col gap-y-1">
      {rows.map(({ key, label: name, value, valueDetails, ...details }) => (
        <div key={key} className="flex flex-wrap gap-x-4">
          <dt className={`w-52 ${value === "" && hasHeadings ? "pt-2 font-medium" : "text-muted"}`}>
            {say({ message: name, ...details })}
          </dt>
          <dd className="min-w-40 flex-1 wrap-anywhere">
            {value === "" && !hasHeadings ? "–" : <LongText text={say({ message: value, ...valueDetails })} />}
          </dd>
        </div>
      ))}
    </dl>
  );
}
