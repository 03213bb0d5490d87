import { Alert } from "@heroui/react";
import Link from "next/link";
import { Timestamp } from "#components/timestamp.tsx";
import type { PaymentOutcome as Outcome, PaymentDetail } from "#lib/contract/payment.ts";

type Props = { payment: PaymentDetail; newHref: string };

/** Whether a payment whose call had no clear answer happened, in one of three sentences, and how the desk knows. */
export function PaymentOutcome({ payment, newHref }: Props) {
  const { outcome } = payment;
  if (outcome === null) return null;
  const { status, title } = words[outcome.verdict];
  const what = payment.kind === "refund" ? "refund" : "payment";
  return (
    <Alert status={status} role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{title}</Alert.Title>
        <Alert.Description>
          {outcome.verdict === "cannot_tell" ? (
            <>
              No clear answer arrived, so this {what} may or may not have happened. The desk keeps looking for its reference among
              the terminal's payments and in the ledger.
              {outcome.notBefore ? (
                <strong className="block pt-1">
                  Do not take it again before <Timestamp at={outcome.notBefore} precision="time" />.
                </strong>
              ) : null}
            </>
          ) : null}
          {outcome.verdict === "happened"
            ? `The call had no clear answer, but the gateway has this ${what}. Its state above is the gateway's.`
            : null}
          {outcome.verdict === "did_not_happen" ? (
            <>
              Two complete looks at the terminal's payments and the ledger lack it.{" "}
              {payment.kind === "payment" ? (
                <Link href={newHref} className="underline">
                  Take it again
                </Link>
              ) : (
                "It can be given back again."
              )}
            </>
          ) : null}
        </Alert.Description>
        {outcome.looks.length > 0 ? <Looks looks={outcome.looks} /> : null}
      </Alert.Content>
    </Alert>
  );
}

const words = {
  cannot_tell: { status: "warning", title: "It cannot be told yet whether it happened" },
  happened: { status: "success", title: "It happened" },
  did_not_happen: { status: "accent", title: "It did not happen" },
} as const;

function Looks({ looks }: Pick<Outcome, "looks">) {
  const rows = looks.map((look, index) => ({ ...look, key: `${index} ${look.at}` }));
  return (
    <details className="pt-2">
      <summary className="cursor-pointer text-muted">How the desk looked</summary>
      <ul className="flex flex-col gap-1 pt-1">
        {rows.map(({ key, at, isComplete, note }) => (
          <li key={key}>
            <Timestamp at={at} precision="time" /> {isComplete ? "Complete look" : "Proves nothing"}: {note}
          </li>
        ))}
      </ul>
    </details>
  );
}
