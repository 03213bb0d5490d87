import type { LabelledValue } from "#lib/contract/common.ts";

/** Every received field as a row. An empty value makes its label a heading for the rows after it. */
export function FieldList({ fields, label }: { fields: readonly LabelledValue[]; label: string }) {
  const rows = fields.map((field, index) => ({ ...field, key: `${index} ${field.label}` }));
  return (
    <dl aria-label={label} className="grid grid-cols-[minmax(8rem,14rem)_minmax(0,1fr)] gap-x-4 gap-y-1">
      {rows.map(({ key, label: name, value }) => (
        <div key={key} className="col-span-2 grid grid-cols-subgrid">
          <dt className={value === "" ? "font-medium" : "text-muted"}>{name}</dt>
          <dd className="wrap-anywhere">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
