"use client";

import Link from "next/link";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { Panel } from "#components/ui/panel.tsx";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Connections } from "#lib/contract/connection.ts";
import { checkConnection, checkIntegration } from "#lib/queries/connection.ts";
import { AddMerchant } from "./add-merchant.tsx";
import { CheckPart } from "./check-part.tsx";
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
  const [added, setAdded] = useState<string>();
  const hasMerchants = sync.merchants > 0;
  const isRead = hasMerchants && sync.neverRead === 0;
  return (
    <ol aria-label={t("label")} className="flex flex-col gap-4">
      <Step number={1} title={t("gateway")} isDone={integration !== null}>
        {children}
        <IntegrationForm
          environment={environment}
          integration={integration}
          baseUrls={baseUrls}
          onSaved={() => setSaved(saved + 1)}
        />
        {integration ? (
          <div className="pt-3">
            <CheckPart key={saved} environment={environment} run={() => checkIntegration(environment)} isAutomatic={saved > 0} />
          </div>
        ) : null}
      </Step>
      <Step number={2} title={t("merchants")} isDone={hasMerchants}>
        {integration ? (
          <div className="flex flex-col gap-3">
            <div className="flex flex-wrap gap-2">
              <AddMerchant environment={environment} onAdded={setAdded} />
              <ImportMerchants environment={environment} />
            </div>
            {added === undefined ? null : (
              <CheckPart
                key={added}
                environment={environment}
                run={() => checkConnection({ environment, merchant: added })}
                isAutomatic
              />
            )}
          </div>
        ) : (
          <p className="text-muted">{t("merchantsLater")}</p>
        )}
      </Step>
      <Step number={3} title={t("sync")} isDone={isRead}>
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

type StepProps = { number: number; title: string; isDone: boolean; children: ReactNode };

function Step({ number, title, isDone, children }: StepProps) {
  const t = useTranslations("connection.steps");
  const mark = isDone ? <StatusMark tone="success">{t("done")}</StatusMark> : null;
  return (
    <li>
      <Panel title={t("title", { number, count: stepCount, title })} action={mark}>
        {children}
      </Panel>
    </li>
  );
}
