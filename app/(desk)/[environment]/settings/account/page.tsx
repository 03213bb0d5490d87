import type { Metadata } from "next";
import { AccountPage } from "#components/account/account-page.tsx";
import { PageHeader } from "#components/layout/page-header.tsx";
import { accountQuery } from "#lib/queries/session.ts";
import { prefetchOf } from "#lib/server/prefetch.ts";
import { Prefetched } from "#lib/server/prefetched.tsx";
import { requireDeskPage } from "#lib/server/require-desk-page.ts";
import { readAccount } from "#lib/services/session/account.ts";

type Props = { params: Promise<{ environment: string }> };

export const metadata: Metadata = { title: "Your account" };

export default async function OwnAccountPage({ params }: Props) {
  const { ctx } = await requireDeskPage(await params);
  return (
    <Prefetched queries={[prefetchOf(accountQuery(), () => readAccount(ctx))]}>
      <PageHeader title="Your account" context={ctx.staff.email} />
      <AccountPage />
    </Prefetched>
  );
}
