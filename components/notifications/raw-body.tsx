"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { fetchRawBody, rawBodyPath } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { toHexLines } from "./to-hex-lines.ts";

/** The body byte for byte; for support and admin only, and each look is written into the audit. */
export function RawBody({ scope, detail }: { scope: Scope; detail: NotificationDetail }) {
  const { data } = useQuery(whoAmIQuery());
  const [isHex, setHex] = useState(false);
  const body = useMutation({ mutationFn: () => fetchRawBody(scope, detail.id) });
  if (data === undefined || data.staff.role === "viewer") return null;
  const text = body.data ? new TextDecoder().decode(body.data) : "";
  const curl = `curl -X POST -H 'content-type: application/x-www-form-urlencoded' --data-binary '${text.replaceAll("'", "'\\''")}' '${typeof location === "undefined" ? "" : location.origin}/api/notify/${detail.endpointId}'`;
  return (
    <Panel
      title="Raw body"
      action={
        <a className="text-accent underline" href={rawBodyPath(scope, detail.id, "downloaded")} download>
          Download
        </a>
      }
    >
      {body.isError ? <ErrorNotice title="The body could not be shown" error={body.error} /> : null}
      {body.data === undefined ? (
        <Button size="sm" variant="secondary" isPending={body.isPending} onPress={() => body.mutate()}>
          Show unmasked (written into the audit)
        </Button>
      ) : (
        <>
          <div className="flex items-center gap-2 pb-2">
            <Button size="sm" variant="ghost" onPress={() => setHex(!isHex)}>
              {isHex ? "As text" : "As hex"}
            </Button>
            <CopyButton text={curl} label="as curl" />
          </div>
          <pre className="reference overflow-x-auto whitespace-pre-wrap">{isHex ? toHexLines(body.data) : text}</pre>
        </>
      )}
    </Panel>
  );
}
