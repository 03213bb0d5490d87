"use client";

import { type Messages, useTranslations } from "next-intl";

type Field = keyof Messages["find"]["fields"];

const fields: ReadonlySet<string> = new Set<Field>([
  "account",
  "amount",
  "authCode",
  "email",
  "gatewayPaymentId",
  "id",
  "name",
  "orderId",
  "ownReference",
  "pan",
  "paymentId",
  "phone",
  "reference",
  "referenceNumber",
  "rrn",
  "ruid",
  "stan",
  "terminal",
  "trnref",
]);

/** The identifier that matched, as text; one without a text is shown by its field name. */
export function useMatchedName(): (field: string) => string {
  const t = useTranslations("find.fields");
  return (field) => (isField(field) ? t(field) : field);
}

function isField(field: string): field is Field {
  return fields.has(field);
}
