import { useTranslations } from "next-intl";
import type { Column } from "#components/data-table/columns.ts";
import { DataTable } from "#components/data-table/data-table.tsx";
import { type Say, useSay } from "#components/language/say.ts";
import type { Words } from "#components/language/words.ts";
import { StatusMark } from "#components/ui/status-mark.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { SelfTest } from "#lib/contract/self-test.ts";

type Check = SelfTest["checks"][number];

function columnsIn(t: Words<"endpoints">, say: Say): Column<Check>[] {
  return [
    {
      key: "sample",
      label: t("selfTest.sample"),
      cell: ({ title, why, details }) => (
        <>
          <span className="block min-w-48">{say({ message: title, ...details.title })}</span>
          <span className="block text-muted text-xs">{say({ message: why, ...details.why })}</span>
        </>
      ),
    },
    {
      key: "result",
      label: t("selfTest.result"),
      cell: ({ isPassed }) => (
        <StatusMark tone={isPassed ? "success" : "danger"}>
          {t(isPassed ? "selfTest.asExpected" : "selfTest.notAsExpected")}
        </StatusMark>
      ),
    },
    {
      key: "expected",
      label: t("selfTest.expected"),
      cell: ({ expected, details }) => <span className="block min-w-32">{say({ message: expected, ...details.expected })}</span>,
    },
    {
      key: "answer",
      label: t("selfTest.answer"),
      cell: ({ answer, details }) => (
        <span className="block min-w-32 wrap-anywhere">{say({ message: answer, ...details.answer })}</span>
      ),
    },
    {
      key: "ms",
      label: t("selfTest.time"),
      isEnd: true,
      cell: ({ ms }) => (ms === null ? "–" : t("forwards.ms", { ms: Math.round(ms) })),
    },
  ];
}

/** Each response beside the expected one. */
export function SelfTestResult({ result }: { result: SelfTest }) {
  const t = useTranslations("endpoints");
  const say = useSay();
  const { passed, failed, endedAt, checks } = result;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <StatusMark tone={failed === 0 ? "success" : "danger"}>
          {failed === 0 ? t("selfTest.allPassed", { passed }) : t("selfTest.someFailed", { failed, all: passed + failed })}
        </StatusMark>
        <span className="text-muted">
          <Timestamp at={endedAt} precision="row" />
        </span>
      </p>
      <DataTable label={t("selfTest.name")} columns={columnsIn(t, say)} rows={checks} keyOf={({ id }) => id} />
    </div>
  );
}
