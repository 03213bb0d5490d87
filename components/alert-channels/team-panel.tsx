"use client";

import { Button } from "@heroui/react";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Notice } from "#components/ui/notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { TeamChannel } from "#lib/contract/alert-channel.ts";
import { TeamDialog } from "./team-dialog.tsx";
import { TeamRow } from "./team-row.tsx";

type Props = { environment: string; zone: string; team: readonly TeamChannel[] };

/** Channels of the team, for administrators of all merchants: webhooks, Slack and Teams. */
export function TeamPanel({ environment, zone, team }: Props) {
  const t = useTranslations("channels");
  const common = useTranslations("common");
  const [secret, setSecret] = useState<string>();
  const add = <Button size="sm">{t("team.add")}</Button>;
  return (
    <Panel
      title={t("team.title")}
      action={<TeamDialog environment={environment} zone={zone} trigger={add} onSecret={setSecret} />}
    >
      <div className="flex flex-col gap-4">
        <p className="max-w-prose text-muted">{t("team.about")}</p>
        {secret === undefined ? null : (
          <Notice
            status="accent"
            role="status"
            title={t("team.secret")}
            action={
              <Button size="sm" variant="secondary" onPress={() => setSecret(undefined)}>
                {common("done")}
              </Button>
            }
          >
            <span className="flex items-center gap-1">
              <code className="reference wrap-anywhere">{secret}</code>
              <CopyButton text={secret} label={t("team.secretName")} />
            </span>
          </Notice>
        )}
        {team.length === 0 ? (
          <p>{t("team.none")}</p>
        ) : (
          <ul>
            {team.map((channel) => (
              <TeamRow key={channel.id} environment={environment} zone={zone} channel={channel} onSecret={setSecret} />
            ))}
          </ul>
        )}
      </div>
    </Panel>
  );
}
