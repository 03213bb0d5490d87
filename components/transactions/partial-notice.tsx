import { Alert, ProgressBar } from "@heroui/react";
import { MerchantName } from "#components/merchant-name.tsx";
import type { TransactionPage } from "#lib/contract/transaction.ts";

/** What is missing from a list that is otherwise there: still being read, or merchants that could not be read. */
export function PartialNotice({ page }: { page: TransactionPage }) {
  const problems = [...(page.problem ? [{ merchant: null, ...page.problem }] : []), ...(page.problems ?? [])];
  return (
    <div className="flex flex-col gap-2 pb-3 empty:hidden">
      {page.complete ? null : (
        <ProgressBar isIndeterminate aria-label="Reading the ledger from the gateway" size="sm">
          <ProgressBar.Track>
            <ProgressBar.Fill />
          </ProgressBar.Track>
        </ProgressBar>
      )}
      {page.complete ? null : (
        <p className="text-muted text-xs">More rows are being read from the gateway; the list grows by itself.</p>
      )}
      {problems.length === 0 ? null : (
        <Alert status="warning">
          <Alert.Indicator />
          <Alert.Content>
            <Alert.Title>These rows are as last read</Alert.Title>
            <Alert.Description>
              {problems.map(({ merchant, message }) => (
                <span key={merchant ?? ""} className="block">
                  {merchant ? (
                    <strong>
                      <MerchantName slug={merchant} />:{" "}
                    </strong>
                  ) : null}
                  {message}
                </span>
              ))}
            </Alert.Description>
          </Alert.Content>
        </Alert>
      )}
    </div>
  );
}
