import type { MirrorRun } from "#lib/contract/mirror.ts";

const shown = 20;

/** The days on which store and gateway did not agree, as they were before they were put right. */
export function RunDifferences({ differing }: { differing: MirrorRun["differing"] }) {
  if (differing.length === 0) return <p className="text-sm">Every day agreed in count and sum.</p>;
  return (
    <div className="overflow-x-auto">
      <table className="w-full min-w-[34rem] text-sm">
        <caption className="pb-1 text-left">Days that did not agree and were put right</caption>
        <thead>
          <tr className="text-left text-muted">
            <th scope="col">Day</th>
            <th scope="col">Currency</th>
            <th scope="col" className="text-right">
              Rows: gateway / here
            </th>
            <th scope="col" className="text-right">
              Sum in minor units: gateway / here
            </th>
          </tr>
        </thead>
        <tbody>
          {differing.slice(0, shown).map(({ day, currency, gateway, stored }) => (
            <tr key={`${day} ${currency}`}>
              <td>{day}</td>
              <td>{currency}</td>
              <td className="text-right tabular-nums">
                {gateway.rows} / {stored.rows}
              </td>
              <td className="text-right tabular-nums">
                {gateway.sumMinor} / {stored.sumMinor}
              </td>
            </tr>
          ))}
        </tbody>
        {differing.length > shown ? (
          <tfoot>
            <tr>
              <td colSpan={4}>And {differing.length - shown} more.</td>
            </tr>
          </tfoot>
        ) : null}
      </table>
    </div>
  );
}
