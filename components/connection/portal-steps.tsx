import { Panel } from "#components/ui/panel.tsx";

/** How an environment and its merchants are connected (public-record-gateway.md 1, gateway-spec.md Flow). */
export function PortalSteps({ environment, portalUrl }: { environment: string; portalUrl: string | null }) {
  if (environment === "sandbox") {
    return (
      <Panel title="How it was connected">
        <p>The sandbox is built in: its credentials were made when the desk first started.</p>
      </Panel>
    );
  }
  return (
    <Panel title="How to connect">
      <ol className="flex list-decimal flex-col gap-1 pl-5">
        <li>
          In the{" "}
          {portalUrl ? (
            <a className="text-accent underline" href={portalUrl} target="_blank" rel="noreferrer">
              partner portal
            </a>
          ) : (
            "partner portal"
          )}{" "}
          add an integration (Account Management for transactions, Smart POS for payments) and wait for its approval.
        </li>
        <li>
          On its Summary tab generate the API credentials: Partner ID, Application ID, client ID and secret. The secret is shown
          once.
        </li>
        <li>Send the merchant the integration's share link; the merchant approves it.</li>
        <li>On the Merchants tab generate the merchant's own pair. Its secret is shown once, too.</li>
        <li>
          Write them into a file and run{" "}
          <code className="reference">npm run connect -- --env {environment} --file connect.json</code>.
        </li>
      </ol>
    </Panel>
  );
}
