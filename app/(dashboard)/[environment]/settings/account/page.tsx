import { getTranslations } from "next-intl/server";
import { AccountPage } from "#components/account/account-page.tsx";
import { PageHeader } from "#components/ui/page-header.tsx";
import { hidePersonal } from "#lib/privacy/hide-personal.ts";
import { accountQuery } from "#lib/queries/session.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireEnvironmentPage } from "#lib/server/require-environment-page.ts";
import { titled } from "#lib/server/titled.ts";
import { readAccount } from "#lib/services/session/account.ts";

type Props = { params: Promise<{ environment: string }> };

export const generateMetadata = () => titled("account");

export default async function OwnAccountPage({ params }: Props) {
  const { ctx } = await requireEnvironmentPage(await params);
  const { email, isPresenting } = ctx.staff;
  const t = await getTranslations();
  return (
    <Prefetched queries={[prefetchOf(accountQuery(), () => readAccount(ctx))]}>
      <PageHeader title={t("titles.account")} context={isPresenting ? hidePersonal(email) : email} />
      <AccountPage />
    </Prefetched>
  );
}
