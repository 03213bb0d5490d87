"use client";

import { useQuery, useQueryClient } from "@tanstack/react-query";
import { useRouter } from "next/navigation";
import { useTranslations } from "next-intl";
import { useEffect, useEffectEvent } from "react";
import { useEnvironment } from "#components/ui/environment-context.tsx";
import type { Alert } from "#lib/contract/alert.ts";
import { newestAlertsQuery } from "#lib/queries/alerts.ts";
import { merchantQuery } from "#lib/queries/merchants.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { readShownSeverities, readShownUntil, saveShownUntil, useShowsAlerts } from "./browser-alerts.ts";

/** More at once are one notification. */
const shownMost = 3;

/** Shows alerts that open while a tab is open as notifications of the browser, where that is turned on; never while presenting. */
export function AlertNotifications() {
  const t = useTranslations("alerts");
  const router = useRouter();
  const client = useQueryClient();
  const { environment } = useEnvironment();
  const { data: user } = useQuery(whoAmIQuery());
  const staffId = user?.staff.id;
  const isOn = useShowsAlerts(environment, staffId) && user?.isPresenting === false;
  const { data: alerts } = useQuery({ ...newestAlertsQuery(environment), enabled: isOn });
  const show = useEffectEvent((items: readonly Alert[]) => {
    const until = staffId === undefined ? null : readShownUntil(environment, staffId);
    if (!isOn || staffId === undefined || until === null) return;
    const severities = readShownSeverities(environment, staffId);
    const fresh = items.filter(({ openedAt, severity }) => openedAt > until && severities.includes(severity));
    if (fresh.length === 0) return;
    saveShownUntil(
      environment,
      staffId,
      fresh
        .map(({ openedAt }) => openedAt)
        .sort()
        .at(-1) ?? until,
    );
    if (fresh.length > shownMost) return notify({ title: t("open", { count: fresh.length }), href: `/${environment}/alerts` });
    for (const alert of fresh) void tell(alert);
  });
  const tell = async ({ id, rule, severity, merchant, merchants, href }: Alert) => {
    const title = `${t(`severities.${severity}`)}: ${t(`rules.${rule}`)}`;
    const whose = merchants === undefined ? "" : t("merchants", { count: merchants });
    notify({ title, body: merchant === undefined ? whose : await nameOf(merchant), tag: id, href });
  };
  const nameOf = async (slug: string) => {
    const merchant = await client.ensureQueryData(merchantQuery(environment, slug)).catch(() => null);
    return merchant?.name ?? slug;
  };
  const notify = ({ title, href, ...options }: { title: string; href: string; body?: string; tag?: string }) => {
    const notification = new Notification(title, options);
    notification.onclick = () => {
      window.focus();
      router.push(href);
      notification.close();
    };
  };
  useEffect(() => {
    if (alerts) show(alerts);
  }, [alerts]);
  return null;
}
