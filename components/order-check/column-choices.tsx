"use client";

import { useTranslations } from "next-intl";
import { CheckField } from "#components/ui/check-field.tsx";
import { Choice } from "#components/ui/choice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Columns, Confirmed, FileLine } from "#lib/core/shop-orders/order-file.ts";
import type { Missing } from "./missing-choices.ts";

const fields = ["orderId", "amount", "currency", "day"] as const satisfies readonly (keyof Columns)[];

type Props = {
  lines: readonly FileLine[];
  value: Confirmed;
  onChange: (value: Confirmed) => void;
  missing: readonly Missing[];
};

/** Which column holds what, and how amounts and days are written. */
export function ColumnChoices({ lines, value, onChange, missing }: Props) {
  const t = useTranslations("orderCheck.mapping");
  const options = toOptions(lines, value.hasHeadings, (column) => t("column", { number: column }));
  const choose = (field: keyof Columns, chosen: string | null) =>
    onChange({ ...value, columns: { ...value.columns, [field]: chosen === null ? null : Number(chosen) } });
  const problemOf = (field: Missing) => (missing.includes(field) ? t(`missing.${field}`) : undefined);
  return (
    <fieldset className="flex flex-col gap-3">
      <legend className="pb-1 font-semibold">{t("title")}</legend>
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {fields.map((field) => (
          <Choice
            key={field}
            label={t(`fields.${field}`)}
            value={value.columns[field] === null ? null : String(value.columns[field])}
            options={options}
            anyLabel={field === "currency" ? t("oneCurrency") : t("none")}
            onChange={(chosen) => choose(field, chosen)}
            problem={field === "currency" ? undefined : problemOf(field)}
            className="w-full"
          />
        ))}
        {value.columns.currency === null ? (
          <TextInput
            label={t("currency")}
            hint={t("currencyHint")}
            maxLength={3}
            value={value.currency}
            onChange={(currency) => onChange({ ...value, currency: currency.trim().toUpperCase() })}
            problem={problemOf("currency")}
          />
        ) : null}
        <Choice
          label={t("decimal.label")}
          value={value.decimal}
          options={(["point", "comma"] as const).map((sign) => ({ value: sign, label: t(`decimal.${sign}`) }))}
          anyLabel={t("asWritten")}
          onChange={(sign) => onChange({ ...value, decimal: sign === "point" || sign === "comma" ? sign : null })}
          className="w-full"
        />
        <Choice
          label={t("dayOrder.label")}
          value={value.dayOrder}
          options={(["day_first", "month_first"] as const).map((order) => ({ value: order, label: t(`dayOrder.${order}`) }))}
          anyLabel={t("asWritten")}
          onChange={(order) => onChange({ ...value, dayOrder: order === "day_first" || order === "month_first" ? order : null })}
          className="w-full"
        />
      </div>
      <CheckField
        label={t("headings")}
        isChecked={value.hasHeadings}
        onChange={(hasHeadings) => onChange({ ...value, hasHeadings })}
      />
    </fieldset>
  );
}

/** Columns by their headings, or their numbers, with the first value. */
function toOptions(lines: readonly FileLine[], hasHeadings: boolean, toNumbered: (column: number) => string) {
  const width = Math.max(0, ...lines.slice(0, 200).map(({ cells }) => cells.length));
  const sample = lines[hasHeadings ? 1 : 0]?.cells ?? [];
  return Array.from({ length: width }, (_, column) => {
    const heading = hasHeadings ? lines[0]?.cells[column]?.trim() : undefined;
    const name = heading || toNumbered(column + 1);
    const value = sample[column]?.trim() ?? "";
    return { value: String(column), label: value === "" ? name : `${name} (${value.slice(0, 30)})` };
  });
}
