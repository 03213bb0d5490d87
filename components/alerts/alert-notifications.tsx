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
import {
  readShownAlerts,
  readShownSeverities,
  readShownSince,
  saveShownAlerts,
  showNotification,
  useShowsAlerts,
} from "./browser-alerts.ts";
import { chooseAlerts } from "./choose-alerts.ts";

/** More at once are one notification. */
const shownMax = 3;

/** Shows alerts that open or become more severe while a tab is open as notifications of the browser, where that is turned on; never while presenting. */
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
    const since = staffId === undefined ? null : readShownSince(environment, staffId);
    if (!isOn || staffId === undefined || since === null) return;
    const known = { shown: readShownAlerts(environment, staffId), severities: readShownSeverities(environment, staffId) };
    const { chosen, shown } = chooseAlerts(items, { ...known, since, atMs: Date.now() });
    saveShownAlerts(environment, staffId, shown);
    if (chosen.length > shownMax) return notify({ title: t("open", { count: chosen.length }), href: `/${environment}/alerts` });
    for (const alert of chosen) void showAlert(alert);
  });
  const showAlert = async ({ id, rule, severity, merchant, merchants, href, isWorse }: Alert & { isWorse: boolean }) => {
    const words = { severity: t(`severities.${severity}`), rule: t(`rules.${rule}`) };
    const title = isWorse ? t("worse", words) : `${words.severity}: ${words.rule}`;
    const whose = merchants === undefined ? "" : t("merchants", { count: merchants });
    notify({ title, body: merchant === undefined ? whose : await nameOf(merchant), tag: `${id} ${severity}`, href });
  };
  const nameOf = async (slug: string) => {
    const merchant = await client.ensureQueryData(merchantQuery(environment, slug)).catch(() => null);
    return merchant?.name ?? slug;
  };
  const notify = ({ title, href, ...options }: { title: string; href: string; body?: string; tag?: string }) => {
    const notification = showNotification(title, options);
    if (notification === null) return;
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
