import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { MerchantName } from "#components/merchant-name.tsx";
import { useMerchant } from "#components/merchants/use-merchant.ts";
import { merchantsHref, SyncLine, WorstNames } from "#components/sync-line.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { TransactionPage } from "#lib/contract/transaction.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { isStillRead } from "#lib/queries/transactions.ts";

const ReadingBar = dynamic(() => import("./reading-bar.tsx").then((module) => module.ReadingBar));

/** What is missing from a list: merchants still being read, or that could not be read; for many merchants only their number. */
export function PartialNotice({ page, scope }: { page: TransactionPage; scope: Scope }) {
  const t = useTranslations("transactions.partial");
  // Derived from the merchant's sign-in state, so it is shown even while the rows still count as fresh.
  const isRefused = useMerchant(scope.environment, scope.merchant ?? undefined)?.status === "refused";
  if (page.sync) {
    return (
      <>
        <SyncLine environment={scope.environment} sync={page.sync} lacksHistory={page.lacksHistory} />
        <NotListed problems={page.problems ?? []} />
      </>
    );
  }
  const problems = [...(page.problem ? [{ merchant: null, ...page.problem }] : []), ...(page.problems ?? [])];
  const [first, ...others] = problems;
  return (
    <div className="flex flex-col gap-2 pb-3 empty:hidden">
      {isStillRead(page) ? <ReadingBar label={t("reading")} /> : null}
      {isStillRead(page) ? <p className="text-muted text-xs">{t("growing")}</p> : null}
      {first || isRefused ? (
        <Notice
          status="warning"
          className="py-2.5"
          action={others.length === 0 ? null : <span>{t("more", { count: others.length })}</span>}
        >
          {isRefused ? <Refused scope={scope} /> : first ? <FirstProblem problem={first} scope={scope} /> : null}
        </Notice>
      ) : null}
    </div>
  );
}

/** Says what it means as well, so neither the age of the rows nor the problem is said beside it. */
function Refused({ scope: { environment, merchant } }: { scope: Scope }) {
  const t = useTranslations("transactions.partial");
  return t.rich("refused", {
    connection: (text) => (
      <Link className="underline" href={`/${environment}/${merchant}/connection`}>
        {text}
      </Link>
    ),
  });
}

/** Of many merchants: those whose gateway did not list all of these days, which no sync will mend. */
function NotListed({ problems }: { problems: NonNullable<TransactionPage["problems"]> }) {
  const say = useSay();
  const worst = problems.filter(({ code }) => code === "ledger_incomplete");
  const [first] = worst;
  if (!first) return null;
  return (
    <Notice status="warning" className="mb-3 py-2.5">
      <WorstNames sync={{ worst, attention: worst.length }} />: {say(first)}
    </Notice>
  );
}

type Trouble = NonNullable<TransactionPage["problem"]> & { merchant: string | null };

function FirstProblem({ problem, scope }: { problem: Trouble; scope: Scope }) {
  const t = useTranslations("transactions.partial");
  const say = useSay();
  const failed = merchantsHref(scope.environment, { status: "sync_failed" });
  return (
    <span className={scope.merchant ? "" : "line-clamp-1"} title={say(problem)}>
      {problem.code === "ledger_incomplete" ? null : scope.merchant ? (
        <strong>{t("outdated")}</strong>
      ) : (
        <Link className="font-semibold underline" href={failed}>
          {t("asLastRead")}
        </Link>
      )}{" "}
      {problem.merchant ? (
        <>
          <MerchantName slug={problem.merchant} />:{" "}
        </>
      ) : null}
      {say(problem)}
    </span>
  );
}
