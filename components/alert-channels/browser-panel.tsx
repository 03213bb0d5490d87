"use client";

import { Button } from "@heroui/react";
import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import {
  saveShownSeverities,
  saveShownSince,
  showNotification,
  tryNotifications,
  useIsRefused,
  useShownSeverities,
  useShowsAlerts,
} from "#components/alerts/browser-alerts.ts";
import { Announced } from "#components/ui/announced.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { SwitchField } from "#components/ui/switch-field.tsx";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { SeverityChoice } from "./severity-choice.tsx";

/** Notifications of this browser, which asks for permission when they are turned on. */
export function BrowserPanel({ environment }: { environment: string }) {
  const t = useTranslations("channels.browser");
  const channels = useTranslations("channels");
  const { data: user } = useQuery(whoAmIQuery());
  const staffId = user?.staff.id;
  const isOn = useShowsAlerts(environment, staffId);
  const severities = useShownSeverities(environment, staffId);
  const [found, setProblem] = useState<"denied" | "missing">();
  const problem = useIsRefused() ? "missing" : found;
  const problemOfChoice = severities.length === 0 ? t("noSeverity") : undefined;
  const change = async (wanted: boolean) => {
    if (staffId === undefined) return;
    if (!wanted) return saveShownSince(environment, staffId, null);
    if (!tryNotifications(t("testText"))) return setProblem("missing");
    const permission = await Notification.requestPermission();
    setProblem(permission === "granted" ? undefined : "denied");
    if (permission === "granted") saveShownSince(environment, staffId, new Date().toISOString());
  };
  return (
    <Panel title={t("title")}>
      <div className="flex flex-col items-start gap-4">
        <p className="max-w-prose text-muted">{t("about")}</p>
        <SwitchField label={t("on")} isOn={isOn} onChange={(wanted) => void change(wanted)} />
        {isOn && staffId !== undefined ? (
          <>
            <SeverityChoice
              value={severities}
              onChange={(chosen) => saveShownSeverities(environment, staffId, chosen)}
              problem={problemOfChoice}
            />
            <Announced text={problemOfChoice ?? ""} />
            <Button
              size="sm"
              variant="secondary"
              aria-label={channels("testOf", { name: t("title") })}
              onPress={() => showNotification(t("testText"))}
            >
              {channels("test")}
            </Button>
          </>
        ) : null}
        <div role="status">{problem ? <Notice status="warning" title={t(problem)} /> : null}</div>
      </div>
    </Panel>
  );
}
