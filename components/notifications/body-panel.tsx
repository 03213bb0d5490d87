"use client";

import { Button, toast } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { fetchRawBody, rawBodyPath } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ReasonForm } from "./reason-form.tsx";
import { toCurl } from "./to-curl.ts";
import { toHexLines } from "./to-hex-lines.ts";

/** The body as text and as hex, masked; byte for byte for those who say why, to read, to save and as a command. */
export function BodyPanel({ scope, detail }: { scope: Scope; detail: NotificationDetail }) {
  const { data } = useQuery(whoAmIQuery());
  const [isHex, setHex] = useState(false);
  const raw = useMutation({ mutationFn: (reason: string) => fetchRawBody(scope, detail.id, reason) });
  const bytes = raw.data ?? fromBase64(detail.maskedBody);
  const mayRead = data !== undefined && data.staff.role !== "viewer" && !data.isPresenting;
  return (
    <Panel
      title={raw.data ? "Body, byte for byte" : "Body (personal values masked)"}
      action={
        <Button size="sm" variant="ghost" onPress={() => setHex(!isHex)}>
          {isHex ? "As text" : "As hex"}
        </Button>
      }
    >
      <pre className="reference max-h-80 overflow-auto whitespace-pre-wrap wrap-anywhere">
        {isHex ? toHexLines(bytes) : new TextDecoder().decode(bytes)}
      </pre>
      <p className="pt-2 text-muted text-xs">
        {detail.working.bodyBytes} bytes received, sha256 <span className="reference wrap-anywhere">{detail.working.sha256}</span>
      </p>
      {raw.isError ? <ErrorNotice title="The body could not be read" error={raw.error} /> : null}
      {mayRead && raw.data === undefined ? (
        <div className="pt-3">
          <ReasonForm action="Read byte for byte" isPending={raw.isPending} onSubmit={(reason) => raw.mutate(reason)} />
        </div>
      ) : null}
      {raw.data ? <RawActs scope={scope} detail={detail} reason={raw.variables} /> : null}
    </Panel>
  );
}

/** Each way out of the desk is one more row in the audit. */
function RawActs({ scope, detail, reason }: { scope: Scope; detail: NotificationDetail; reason: string }) {
  const curl = useMutation({
    mutationFn: async () => {
      const bytes = await fetchRawBody(scope, detail.id, `copied as curl: ${reason}`);
      await navigator.clipboard.writeText(toCurl(bytes, `${location.origin}/api/notify/${detail.endpointId}`));
    },
    onSuccess: () => toast.success("curl command copied"),
    onError: () => toast.danger("The browser did not allow copying."),
  });
  return (
    <div className="flex flex-wrap items-center gap-3 pt-3">
      <a
        className="text-accent underline underline-offset-2"
        href={rawBodyPath(scope, detail.id, `downloaded: ${reason}`)}
        download
      >
        Download
      </a>
      <Button size="sm" variant="secondary" isPending={curl.isPending} onPress={() => curl.mutate()}>
        Copy as curl
      </Button>
    </div>
  );
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
