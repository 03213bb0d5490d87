import { Alert, ProgressBar } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useSentence } from "#components/language/sentences.tsx";
import { MerchantName } from "#components/merchant-name.tsx";
import type { TransactionPage } from "#lib/contract/transaction.ts";
import { isStillRead } from "#lib/queries/transactions.ts";

/** What is missing from a list that is otherwise there: still being read, or merchants that could not be read. */
export function PartialNotice({ page }: { page: TransactionPage }) {
  const t = useTranslations("transactions.partial");
  const say = useSentence();
  const problems = [...(page.problem ? [{ merchant: null, ...page.problem }] : []), ...(page.problems ?? [])];
  return (
    <div className="flex flex-col gap-2 pb-3 empty:hidden">
      {isStillRead(page) ? (
        <ProgressBar isIndeterminate aria-label={t("reading")} size="sm">
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      ) : null}
      {isStillRead(page) ? <p className="text-muted text-xs">{t("growing")}</p> : null}
      {problems.length === 0 ? null : (
        <Alert status="warning">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>{t("asLastRead")}</Alert.Title>
            <Alert.Description>
              {problems.map(({ merchant, message }) => (
                <span key={merchant ?? ""} className="block">
                  {merchant ? (
                    <strong>
                      <MerchantName slug={merchant} />:{" "}
                    </strong>
                  ) : null}
                  {say(message)}
                </span>
              ))}
            </Alert.Description>
          </Alert.Content>
        </Alert>
      )}
    </div>
  );
}
