import { useTranslations } from "next-intl";
import { useSay } from "#components/language/say.ts";
import { Link } from "#components/ui/link.tsx";
import { Timestamp } from "#components/ui/timestamp.tsx";
import type { Connections } from "#lib/contract/connection.ts";
import { givenName } from "#lib/core/given-name.ts";
import { Fact } from "./fact.tsx";
import { IntegrationGuardActions, useIsAdminOfAll } from "./guard-actions.tsx";
import { IdentityMark } from "./identity-mark.tsx";
import { IdentityStop } from "./identity-stop.tsx";

type Props = { environment: string; integration: NonNullable<Connections["integration"]> };

/** The integration as it is stored, without its secrets, and the state of its token. */
export function IntegrationFacts({ environment, integration }: Props) {
  const t = useTranslations("connection");
  const pages = useTranslations("frame.pages");
  const say = useSay();
  const isAdminOfAll = useIsAdminOfAll();
  return (
    <>
      <dl className="flex flex-col gap-1 pb-3">
        <Fact name={t("facts.baseUrl")} value={<span className="reference">{integration.baseUrl}</span>} />
        <Fact name={t("facts.partnerId")} value={<span className="reference">{integration.partnerId}</span>} />
        <Fact name={t("facts.applicationId")} value={<span className="reference">{integration.applicationId}</span>} />
        <Fact
          name={t("facts.credentials")}
          value={
            <span className="reference">{t("facts.credentialsSet", { fingerprint: integration.credentialFingerprint })}</span>
          }
        />
        <Fact name={t("facts.set")} value={<Timestamp at={integration.credentialSetAt} precision="row" />} />
        <Fact name={t("facts.by")} value={say(givenName(integration.credentialSetBy))} />
        <Fact name={t("facts.token")} value={<IdentityMark state={integration.token.state} />} />
      </dl>
      <IdentityStop half="token" identity={integration.token} isOwn={isAdminOfAll} />
      <IntegrationGuardActions environment={environment} identity={integration.token} />
      <p className="py-3">
        <Link href={`/${environment}/settings/gateway`} className="text-accent">
          {pages("gateway")}
        </Link>
      </p>
    </>
  );
}
