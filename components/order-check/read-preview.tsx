import { useTranslations } from "next-intl";
import { Money } from "#components/ui/money.tsx";
import { Notice } from "#components/ui/notice.tsx";
import type { LineProblem, ReadOrders } from "#lib/core/shop-orders/read-orders.ts";
import { DayText } from "./day-text.tsx";

const ordersShown = 3;
const problemsShown = 10;

/** The first orders as they are read, and the lines that are no order with how to mend them. */
export function ReadPreview({ read: { orders, problems, problemCount } }: { read: ReadOrders }) {
  const t = useTranslations("orderCheck.preview");
  return (
    <>
      {orders.length === 0 ? null : (
        <div>
          <p className="pb-1 text-muted">{t("title", { count: orders.length })}</p>
          <ul className="flex flex-col gap-1">
            {orders.slice(0, ordersShown).map(({ orderId, amountMinor, currency, day }) => (
              <li key={orderId} className="flex flex-wrap gap-x-4">
                <span className="reference break-all">{orderId}</span>
                <Money amountMinor={amountMinor} currency={currency} />
                <DayText day={day} />
              </li>
            ))}
          </ul>
        </div>
      )}
      {problemCount === 0 ? null : (
        <Notice status="warning" title={t("problems", { count: problemCount })}>
          {problems.slice(0, problemsShown).map((problem) => (
            <ProblemLine key={problem.line} problem={problem} />
          ))}
          {problemCount > problemsShown ? (
            <span className="block">{t("more", { count: problemCount - problemsShown })}</span>
          ) : null}
        </Notice>
      )}
    </>
  );
}

function ProblemLine({ problem }: { problem: LineProblem }) {
  const t = useTranslations("orderCheck");
  const { reason, line, value = "", currency = "", digits = 0, otherLine = 0 } = problem;
  return (
    <span className="block">
      <strong>{t("preview.line", { line })}</strong>{" "}
      {t(`lineProblems.${reason}`, { value: value.slice(0, 60), currency, digits, line: otherLine })}
    </span>
  );
}
