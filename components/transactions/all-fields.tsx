"use client";

import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { CodeMeaning } from "#components/record/code-meaning.tsx";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import type { TransactionDetail } from "#lib/contract/transaction.ts";
import { typeMeaning } from "#lib/core/code-meanings.ts";
import { transactionTypeText } from "#lib/core/transaction-types.ts";

/** Every field as the gateway sent it, of each row, and the gateway's own list of details. */
export function AllFields({ detail: { rows, details } }: { detail: Pick<TransactionDetail, "rows" | "details"> }) {
  const t = useTranslations("transactions.detail");
  const ofRecord = useTranslations("records");
  const say = useSay();
  const { zone, gatewayZone } = useEnvironment();
  const count = rows.reduce((sum, row) => sum + row.fields.length, details.length);
  if (count === 0) return null;
  return (
    <Disclosure title={ofRecord("allFields")} count={count} isPrinted>
      <div className="flex flex-col gap-4">
        {rows.map((row) => (
          <section key={row.id}>
            <h3 className="font-medium">{say(transactionTypeText(row.type))}</h3>
            <p className="pb-1">
              <CodeMeaning code={`type.${typeMeaning(row)}`} />
            </p>
            <FieldList label={t("fieldsOf", { type: say(transactionTypeText(row.type)) })} fields={row.fields} />
          </section>
        ))}
        {rows.length === 0 || zone === gatewayZone ? null : (
          <p className="text-muted text-xs">{t("gatewayTimes", { zone: gatewayZone })}</p>
        )}
        {details.length === 0 ? null : (
          <section>
            <h3 className="pb-1 font-medium">{t("gateway")}</h3>
            <FieldList label={t("gateway")} fields={details} hasHeadings />
          </section>
        )}
      </div>
    </Disclosure>
  );
}
