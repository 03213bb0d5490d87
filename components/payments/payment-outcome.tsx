import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Disclosure } from "#components/ui/disclosure.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { PaymentDetail } from "#lib/contract/payment.ts";

/** What must be known before anybody acts: how long to wait, and which operation is under way. */
export function PaymentWarning({ payment: { outcome, openAct } }: { payment: PaymentDetail }) {
  const t = useTranslations("payments");
  const notBefore = outcome?.verdict === "cannot_tell" ? outcome.notBefore : null;
  return (
    <>
      {notBefore ? (
        <p className="pt-1 font-medium">
          {t.rich("outcome.notBefore", { time: () => <Timestamp at={notBefore} precision="time" /> })}
        </p>
      ) : null}
      {openAct ? <p className="pt-1 text-(--tone-warning)">{t(`summary.open.${openAct.act}`)}</p> : null}
    </>
  );
}

/** The evidence for a payment whose call had no clear response. */
export function PaymentChecks({ payment: { outcome } }: { payment: PaymentDetail }) {
  const t = useTranslations("payments");
  const say = useSay();
  if (!outcome || outcome.looks.length === 0) return null;
  const rows = outcome.looks.map((check, index) => ({ ...check, key: `${index} ${check.at}` }));
  return (
    <Disclosure title={t("outcome.looks")} count={rows.length}>
      <ul className="flex flex-col gap-1">
        {rows.map(({ key, at, isComplete, note, noteDetails }) => (
          <li key={key}>
            {t.rich(isComplete ? "outcome.complete" : "outcome.provesNothing", {
              time: () => <Timestamp at={at} precision="time" />,
              note: say({ message: note, ...noteDetails }),
            })}
          </li>
        ))}
      </ul>
    </Disclosure>
  );
}
