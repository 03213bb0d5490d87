import { Alert } from "@heroui/react";
import Link from "next/link";
import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { PaymentOutcome as Outcome, PaymentDetail } from "#lib/contract/payment.ts";

type Props = { payment: PaymentDetail; newHref: string };

const statuses = { cannot_tell: "warning", happened: "success", did_not_happen: "accent" } as const;

/** Whether a payment with an unknown outcome happened, in one of three sentences, and the evidence. */
export function PaymentOutcome({ payment, newHref }: Props) {
  const t = useTranslations("payments");
  const { outcome, kind } = payment;
  if (outcome === null) return null;
  return (
    <Alert status={statuses[outcome.verdict]} role="status">
      <Alert.Indicator />
      <Alert.Content>
        <Alert.Title>{t(`outcome.titles.${outcome.verdict}`)}</Alert.Title>
        <Alert.Description>
          {outcome.verdict === "cannot_tell" ? <CannotTell kind={kind} notBefore={outcome.notBefore} /> : null}
          {outcome.verdict === "happened" ? t(`outcome.happened.${kind}`) : null}
          {outcome.verdict === "did_not_happen"
            ? t.rich(`outcome.missing.${kind}`, {
                again: (text) => (
                  <Link href={newHref} className="underline">
                    {text}
                  </Link>
                ),
              })
            : null}
        </Alert.Description>
        {outcome.looks.length > 0 ? <Checks looks={outcome.looks} /> : null}
      </Alert.Content>
    </Alert>
  );
}

function CannotTell({ kind, notBefore }: Pick<PaymentDetail, "kind"> & Pick<Outcome, "notBefore">) {
  const t = useTranslations("payments");
  return (
    <>
      {t(`outcome.cannotTell.${kind}`)}
      {notBefore ? (
        <strong className="block pt-1">
          {t.rich("outcome.notBefore", { time: () => <Timestamp at={notBefore} precision="time" /> })}
        </strong>
      ) : null}
    </>
  );
}

function Checks({ looks }: Pick<Outcome, "looks">) {
  const t = useTranslations("payments");
  const say = useSentence();
  const rows = looks.map((check, index) => ({ ...check, key: `${index} ${check.at}` }));
  return (
    <details className="pt-2">
      <summary className="cursor-pointer text-muted">{t("outcome.looks")}</summary>
      <ul className="flex flex-col gap-1 pt-1">
        {rows.map(({ key, at, isComplete, note }) => (
          <li key={key}>
            {t.rich(isComplete ? "outcome.complete" : "outcome.provesNothing", {
              time: () => <Timestamp at={at} precision="time" />,
              note: say(note),
            })}
          </li>
        ))}
      </ul>
    </details>
  );
}
