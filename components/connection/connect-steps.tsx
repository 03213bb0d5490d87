"use client";

import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Link } from "#components/ui/link.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Connections } from "#lib/contract/connection.ts";
import { checkConnection, checkIntegration } from "#lib/queries/connection.ts";
import { AddMerchant } from "./add-merchant.tsx";
import { CheckPart } from "./check-part.tsx";
import { IdentityMark } from "./identity-mark.tsx";
import type { Identity } from "./identity-state.ts";
import { ImportMerchants } from "./import-merchants.tsx";
import { IntegrationForm } from "./integration-form.tsx";
import { MissingEndpoints } from "./missing-endpoints.tsx";
import { SyncProgress } from "./sync-progress.tsx";

type Props = { environment: string; connections: Connections; children?: ReactNode };

const stepCount = 3;

/** Connects an environment in three steps, each open as soon as the one before is done. `children`: the integration as it is. */
export function ConnectSteps({ environment, connections, children }: Props) {
  const t = useTranslations("connection.steps");
  const { integration, baseUrls, sync, withoutEndpoint } = connections;
  /** What was just saved, to be tested at once. */
  const [saved, setSaved] = useState(0);
  /** Counted, since a merchant that is corrected is added once more. */
  const [added, setAdded] = useState<{ slug: string; count: number }>();
  const hasMerchants = sync.merchants > 0;
  const isRead = hasMerchants && sync.neverRead === 0;
  return (
    <ol aria-label={t("label")} className="flex flex-col gap-4">
      <Step number={1} title={t("gateway")} mark={integration ? <GatewayMark token={integration.token} /> : null}>
        {children}
        <IntegrationForm
          environment={environment}
          integration={integration}
          baseUrls={baseUrls}
          onSaved={() => setSaved(saved + 1)}
        />
        {integration ? (
          <div className="pt-3">
            <CheckPart
              key={saved}
              environment={environment}
              run={() => checkIntegration(environment)}
              isAutomatic={saved > 0}
              said={integration.token.stop ? integration.token.lastError : null}
            />
          </div>
        ) : null}
      </Step>
      <Step number={2} title={t("merchants")} mark={hasMerchants ? <Done /> : null}>
        {integration ? (
          <div className="flex flex-col gap-3">
            <div className="flex flex-wrap gap-2">
              <AddMerchant environment={environment} onAdded={(slug) => setAdded({ slug, count: (added?.count ?? 0) + 1 })} />
              <ImportMerchants environment={environment} />
            </div>
            {added === undefined ? null : (
              <CheckPart
                key={added.count}
                environment={environment}
                run={() => checkConnection({ environment, merchant: added.slug })}
                isAutomatic
              />
            )}
          </div>
        ) : (
          <p className="text-muted">{t("merchantsLater")}</p>
        )}
      </Step>
      <Step number={3} title={t("sync")} mark={isRead ? <Done /> : null}>
        {hasMerchants ? (
          <div className="flex flex-col items-start gap-3">
            <SyncProgress sync={sync} />
            <Link href={`/${environment}/transactions`} className="text-accent underline underline-offset-2">
              {t("openTransactions")}
            </Link>
            <MissingEndpoints environment={environment} missing={withoutEndpoint} />
          </div>
        ) : (
          <p className="text-muted">{t("syncLater")}</p>
        )}
      </Step>
    </ol>
  );
}

function Done() {
  return <StatusMark tone="success">{useTranslations("connection.steps")("done")}</StatusMark>;
}

/** Done only once a sign-in with the stored credentials has worked, and none has failed since. */
function GatewayMark({ token }: { token: Identity }) {
  const t = useTranslations("connection.steps");
  if (token.state === "refused") return <IdentityMark state={token.state} />;
  return token.isProven ? <Done /> : <StatusMark tone="neutral">{t("saved")}</StatusMark>;
}

type StepProps = { number: number; title: string; mark: ReactNode; children: ReactNode };

function Step({ number, title, mark, children }: StepProps) {
  const t = useTranslations("connection.steps");
  return (
    <li>
      <Panel title={t("title", { number, count: stepCount, title })} action={mark}>
        {children}
      </Panel>
    </li>
  );
}
