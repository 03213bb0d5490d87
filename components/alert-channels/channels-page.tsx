"use client";

import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { Loaded } from "#components/ui/loaded.tsx";
import { RowsSkeleton } from "#components/ui/rows-skeleton.tsx";
import { channelsQuery } from "#lib/queries/alert-channels.ts";
import { BrowserPanel } from "./browser-panel.tsx";
import { EmailPanel } from "./email-panel.tsx";
import { TeamPanel } from "./team-panel.tsx";

/** How a person, and the team, are told of alerts. */
export function ChannelsPage({ environment }: { environment: string }) {
  const t = useTranslations("channels");
  const query = useQuery(channelsQuery(environment));
  return (
    <Loaded query={query} failedTitle={t("failed")} loading={<RowsSkeleton rows={8} label={t("loading")} />}>
      {({ email, team }) => (
        <div className="grid max-w-4xl gap-4">
          <EmailPanel environment={environment} email={email} />
          <BrowserPanel environment={environment} />
          {team ? <TeamPanel environment={environment} zone={email.zone} team={team} /> : null}
        </div>
      )}
    </Loaded>
  );
}
