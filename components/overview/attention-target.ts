import { merchantsHref } from "#components/sync-line.tsx";
import type { MerchantFilter } from "#lib/contract/merchant-marks.ts";
import type { Attention } from "#lib/contract/overview.ts";
import { toQueryString } from "#lib/queries/fetch-json.ts";
import type { Scope } from "#lib/queries/keys.ts";
import type { OverviewLinks } from "./overview-links.ts";

type Kind = Attention["kind"];

/** What a button does: an action of the issue, or a place where the issue is seen. */
type Action = Kind | "merchants" | "endpoints";
export type AttentionTarget = { action: Action; href: string };

type Reader = { scope: Scope; group: string | null; links: OverviewLinks; isAdmin: boolean };

/** Where this reader can do something about it, or else see it: never a page that turns them away. */
export function targetOf(
  { kind, count, merchants, status: notSynced }: Attention,
  { scope: { environment, merchant }, group, links, isAdmin }: Reader,
): AttentionTarget {
  const [first] = merchants;
  const slug = merchant ?? (count === 1 ? first?.slug : undefined);
  const alerts = `/${environment}/alerts${toQueryString({ merchant, group })}`;
  const ofMerchants = (filter: MerchantFilter | { slug: string }, action: Action): AttentionTarget => {
    if (slug !== undefined) return { action, href: `/${environment}/${slug}/connection` };
    const asked = typeof filter === "string" ? { status: filter } : filter;
    return { action: "merchants", href: merchantsHref(environment, { ...asked, group }) };
  };
  const targets: Record<Kind, AttentionTarget> = {
    no_certificate: {
      action: isAdmin ? "no_certificate" : "endpoints",
      href: `/${environment}/${merchant ?? first?.slug}/endpoints`,
    },
    sign_in_failed: ofMerchants("sign_in_failed", isAdmin ? "sign_in_failed" : "sync_failed"),
    genuine_refused: { action: kind, href: alerts },
    payments_unknown: { action: kind, href: links.payments({ kind: "payment", status: "unknown" }) },
    not_verified: { action: kind, href: links.notifications({ verdict: "not_checkable" }) },
    never_notified: { action: kind, href: links.neverNotified({}) },
    rejected: { action: kind, href: links.notifications({ verdict: "invalid" }) },
    sync_failed: ofMerchants("sync_failed_otherwise", kind),
    profile_contradicted: { action: kind, href: alerts },
    not_synced: ofMerchants(notSynced ?? { slug: merchants.map((item) => item.slug).join(",") }, kind),
  };
  return targets[kind];
}
