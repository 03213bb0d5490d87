import type { ReactNode } from "react";
import { Timestamp } from "#components/timestamp.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { GatewayMark, VerdictMark } from "./verdict-mark.tsx";

/** Three separate facts that are easily taken for one: it arrived, it is genuine, the gateway has it too. */
export function Facts({ detail: { facts, reasons } }: { detail: NotificationDetail }) {
  const { received, signature, gateway } = facts;
  return (
    <ol aria-label="What is known" className="grid gap-3 sm:grid-cols-3">
      <Fact title="Received" mark={<StatusMark tone="success">Yes</StatusMark>}>
        <Timestamp at={received.at} />
        {received.seen > 1 ? (
          <span>
            , {received.seen} times, last <Timestamp at={received.lastAt} />
          </span>
        ) : null}
      </Fact>
      <Fact title="Signature and layout" mark={<VerdictMark verdict={signature.verdict} />}>
        {signature.key ? `by ${signature.key}` : reasons.includes("signature") ? "no key verified it" : "no key"}
      </Fact>
      <Fact
        title="Confirmed by the gateway"
        mark={gateway ? <GatewayMark state={gateway.state} /> : <StatusMark tone="neutral">Not asked</StatusMark>}
      >
        {gateway?.at ? (
          <>
            asked <Timestamp at={gateway.at} />
          </>
        ) : null}
        {gateway?.nextAt ? (
          <>
            {gateway.at ? ", " : ""}again <Timestamp at={gateway.nextAt} precision="time" />
          </>
        ) : null}
      </Fact>
    </ol>
  );
}

function Fact({ title, mark, children }: { title: string; mark: ReactNode; children: ReactNode }) {
  return (
    <li className="rounded-md border border-border p-3">
      <p className="text-muted text-xs">{title}</p>
      <p>{mark}</p>
      <p className="text-muted text-xs">{children}</p>
    </li>
  );
}
