import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Link } from "#components/ui/link.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { CertificateList } from "./certificate-list.tsx";
import { FieldOrderPart } from "./field-order-part.tsx";
import { ForwardingPart } from "./forwarding-part.tsx";
import { SelfTestPart } from "./self-test-part.tsx";

/** One endpoint: addresses to copy, certificates, forwarding and self-test. */
export function EndpointPanel({ scope, endpoint, role }: { scope: Scope; endpoint: Endpoint; role: Role }) {
  const t = useTranslations("endpoints");
  const say = useSay();
  const addresses = [
    ["URL_Notify", endpoint.urlNotify],
    ["URL_OK", endpoint.urlOk],
    ["URL_Cancel", endpoint.urlCancel],
    ["SID", endpoint.sid],
  ] as const;
  return (
    <Panel
      id={endpoint.id}
      title={endpoint.label || t("panel.store", { sid: endpoint.sid })}
      action={
        <Link
          className="text-accent underline underline-offset-2"
          href={`/${scope.environment}/${scope.merchant}/endpoints/${endpoint.id}/go-live`}
        >
          {t("panel.goLive")}
        </Link>
      }
    >
      <dl className="flex flex-col gap-2">
        {addresses.map(([name, value]) => (
          <div key={name} className="flex flex-wrap items-center gap-x-3">
            <dt className="w-24 text-muted">{name}</dt>
            <dd className="grid min-w-0 grid-cols-[minmax(0,auto)_auto] items-center gap-1">
              <code className="reference wrap-anywhere">{value}</code>
              <CopyButton text={value} label={name} />
            </dd>
          </div>
        ))}
        <div className="flex flex-wrap gap-x-3">
          <dt className="w-24 text-muted">{t("panel.lastReceived")}</dt>
          <dd>{endpoint.lastReceivedAt ? <Timestamp at={endpoint.lastReceivedAt} precision="row" /> : t("panel.nothingYet")}</dd>
        </div>
      </dl>
      {endpoint.warningDetails.map((warning) => (
        <Notice key={warning.message} status="warning" className="mt-3">
          {say(warning)}
        </Notice>
      ))}
      <CertificateList scope={scope} endpoint={endpoint} isAdmin={role === "admin"} />
      <FieldOrderPart scope={scope} endpoint={endpoint} isAdmin={role === "admin"} />
      <ForwardingPart scope={scope} endpoint={endpoint} role={role} />
      <SelfTestPart scope={scope} endpoint={endpoint} mayRun={role !== "viewer"} />
    </Panel>
  );
}
