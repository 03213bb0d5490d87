import { EmptyState } from "#components/empty-state.tsx";
import { environmentNames } from "#components/layout/environment-names.ts";
import { PageHeader } from "#components/layout/page-header.tsx";
import type { Environment } from "#lib/core/identifiers.ts";
import { overviewWords as words } from "./overview-words.ts";

/** An environment without a gateway, and what connects it. */
export function NotConnected({ environment }: { environment: Environment }) {
  return (
    <>
      <PageHeader title={words.title} context={words.allMerchants} />
      <EmptyState title={`${environmentNames[environment]} is not connected yet`}>
        Write the integration's and the merchants' credentials into a file and run{" "}
        <code className="reference">npm run connect -- --env {environment} --file connect.json</code>. The desk uses it within two
        seconds.
      </EmptyState>
    </>
  );
}
