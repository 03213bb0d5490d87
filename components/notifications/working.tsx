import { Panel } from "#components/ui/panel.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";

/** How the verdict came about, so that nobody has to believe it. */
export function Working({ detail: { working } }: { detail: NotificationDetail }) {
  return (
    <Panel title="How this was judged">
      <dl className="flex flex-col gap-3">
        <div>
          <dt className="text-muted">Key</dt>
          <dd>
            {working.verifiedBy
              ? `${working.verifiedBy.label}, ${working.verifiedBy.fingerprint.slice(0, 16)}…`
              : "No key of this endpoint verified it."}
          </dd>
        </div>
        {working.firstDifference ? (
          <div>
            <dt className="text-muted">First difference</dt>
            <dd>{working.firstDifference}</dd>
          </div>
        ) : null}
        <div>
          <dt className="text-muted">Names in received order</dt>
          <dd className="reference">{working.receivedOrder.join(", ") || "–"}</dd>
        </div>
        <div>
          <dt className="text-muted">Text that was signed (personal values masked)</dt>
          <dd className="reference whitespace-pre-wrap">{working.signedText ?? "–"}</dd>
        </div>
      </dl>
    </Panel>
  );
}
