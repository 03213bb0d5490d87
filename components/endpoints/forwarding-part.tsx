"use client";

import dynamic from "next/dynamic";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { StatusMark } from "#components/ui/status-mark.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import type { Role } from "#lib/contract/role.ts";
import type { Scope } from "#lib/queries/keys.ts";
import type { ForwardChoice } from "./forward-words.ts";
import { ForwardingForm } from "./forwarding-form.tsx";
import { ForwardingShadow } from "./forwarding-shadow.tsx";
import { ForwardingState } from "./forwarding-state.tsx";
import { Part } from "./part.tsx";

const ForwardList = dynamic(() => import("./forward-list.tsx").then((module) => module.ForwardList));

/** Forwarding of valid notifications: its settings, state and queue. */
export function ForwardingPart({ scope, endpoint, role }: { scope: Scope; endpoint: Endpoint; role: Role }) {
  const t = useTranslations("endpoints");
  const [choice, setChoice] = useState<ForwardChoice | null>(null);
  const { forwarding } = endpoint;
  const { shadow } = forwarding;
  const isOn = forwarding.mode !== "off";
  const hasRows = isOn || forwarding.lastTry !== null || forwarding.pending > 0;
  return (
    <Part
      title={t("forwarding.title")}
      action={<StatusMark tone={isOn ? "success" : "neutral"}>{t(`forwarding.modes.${forwarding.mode}.name`)}</StatusMark>}
    >
      <p className="max-w-prose text-muted">{t(`forwarding.modes.${forwarding.mode}.about`)}</p>
      {shadow ? (
        <ForwardingShadow
          scope={scope}
          endpoint={endpoint}
          shadow={shadow}
          isAdmin={role === "admin"}
          onShow={() => setChoice("would_reverse")}
        />
      ) : null}
      {isOn || hasRows ? <ForwardingState forwarding={forwarding} /> : null}
      {role === "admin" ? <ForwardingForm key={forwarding.mode + forwarding.url} scope={scope} endpoint={endpoint} /> : null}
      {hasRows ? (
        <ForwardList
          scope={scope}
          endpointId={endpoint.id}
          mayReplay={role !== "viewer"}
          isShadowed={shadow !== null}
          choice={choice}
          onChoose={setChoice}
        />
      ) : null}
    </Part>
  );
}
