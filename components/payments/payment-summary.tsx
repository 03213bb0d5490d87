import { Money } from "#components/money.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { FieldList } from "#components/ui/field-list.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";
import { currencyName } from "#lib/core/currency.ts";
import { formatMoney } from "#lib/core/money.ts";
import { PaymentStatus } from "./payment-status.tsx";

const acts = { cancel: "A cancellation", reversal: "A reversal" } as const;

/** What was asked for and how it stands. */
export function PaymentSummary({ payment }: { payment: PaymentDetail }) {
  const { currency, openAct } = payment;
  const money = (amountMinor: number) => `${formatMoney({ amountMinor, currency }, "en-GB")} ${currency}`;
  const fields = [
    { label: "Currency", value: currencyName(currency) },
    { label: "Terminal", value: payment.terminalId },
    ...named("Tip", payment.tipMinor > 0 && money(payment.tipMinor)),
    ...named("Left to refund", payment.status === "success" && payment.kind === "payment" && money(payment.refundableMinor)),
    ...named("Own reference", payment.ownReference),
    ...named(payment.kind === "refund" ? "Reason" : "Description", payment.description),
    ...named("Operator code", payment.operatorCode),
    ...named("Additional fields", payment.extra && JSON.stringify(payment.extra)),
    ...named("Taken by", payment.createdBy),
    ...named("At the gateway", payment.gatewayPaymentId),
  ];
  return (
    <section className="rounded-lg border border-border bg-surface p-4">
      <p className="font-semibold text-2xl">
        <Money {...payment} />
      </p>
      <p role="status" className="pt-1 text-lg">
        <PaymentStatus status={payment.status} />
      </p>
      {openAct ? (
        <p className="pt-1 text-(--tone-warning)">{acts[openAct.act]} is under way; the gateway has not said what came of it.</p>
      ) : null}
      <p className="flex items-center gap-1 py-2">
        <span className="reference">{payment.referenceNumber}</span>
        <CopyButton text={payment.referenceNumber} label="reference" />
      </p>
      <FieldList label="What was asked for" fields={fields} />
    </section>
  );
}

function named(label: string, value: string | null | false): { label: string; value: string }[] {
  return value ? [{ label, value }] : [];
}
