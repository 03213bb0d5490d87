import { useTranslations } from "next-intl";
import type { Column } from "./columns.ts";

type Props<Row> = {
  label: string;
  columns: readonly Column<Row>[];
  rows: readonly Row[];
  keyOf: (row: Row) => string;
};

/** The loaded rows as a table for print, with headings repeated on every sheet. */
export function PrintedRows<Row>({ label, columns, rows, keyOf }: Props<Row>) {
  const t = useTranslations("table");
  return (
    <table className="hidden w-full text-xs print:table">
      <caption className="pb-1 text-left text-muted">{t("printed", { list: label, count: rows.length })}</caption>
      <thead>
        <tr className="border-border border-b text-left">
          {columns.map(({ key, label: heading, isEnd }) => (
            <th key={key} scope="col" className={`py-1 pr-3 font-medium ${isEnd ? "text-right" : ""}`}>
              {heading}
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {rows.map((row) => (
          <tr key={keyOf(row)} className="border-separator border-b align-top">
            {columns.map(({ key, isEnd, className = "", cell }) => (
              <td key={key} className={`py-1 pr-3 wrap-break-word ${isEnd ? "whitespace-nowrap text-right" : ""} ${className}`}>
                {cell(row)}
              </td>
            ))}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
