import { type Column, SimpleTable } from "#components/data-table/simple-table.tsx";
import { Timestamp } from "#components/timestamp.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { SelfTest } from "#lib/contract/self-test.ts";

type Check = SelfTest["checks"][number];

const columns: Column<Check>[] = [
  {
    key: "sample",
    label: "Sample",
    cell: ({ title, why }) => (
      <>
        <span className="block min-w-48 whitespace-normal">{title}</span>
        <span className="block whitespace-normal text-muted text-xs">{why}</span>
      </>
    ),
  },
  {
    key: "result",
    label: "Result",
    cell: ({ isPassed }) => (
      <StatusMark tone={isPassed ? "success" : "danger"}>{isPassed ? "As expected" : "Not as expected"}</StatusMark>
    ),
  },
  {
    key: "expected",
    label: "Expected",
    cell: ({ expected }) => <span className="block min-w-32 whitespace-normal">{expected}</span>,
  },
  {
    key: "answer",
    label: "Answer",
    cell: ({ answer }) => <span className="block min-w-32 whitespace-normal wrap-anywhere">{answer}</span>,
  },
  { key: "ms", label: "Time", isEnd: true, cell: ({ ms }) => (ms === null ? "–" : `${Math.round(ms)} ms`) },
];

/** Each answer beside what it had to be. */
export function SelfTestResult({ result }: { result: SelfTest }) {
  const { passed, failed, endedAt, checks } = result;
  return (
    <div className="flex flex-col gap-2">
      <p className="flex flex-wrap items-center gap-x-3">
        <StatusMark tone={failed === 0 ? "success" : "danger"}>
          {failed === 0 ? `All ${passed} as expected` : `${failed} of ${passed + failed} not as expected`}
        </StatusMark>
        <span className="text-muted">
          <Timestamp at={endedAt} />
        </span>
      </p>
      <SimpleTable label="Answers of the self-test" columns={columns} rows={checks} keyOf={({ id }) => id} />
    </div>
  );
}
