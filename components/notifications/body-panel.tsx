"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { Panel } from "#components/ui/panel.tsx";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { fetchRawBody } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ReasonForm } from "./reason-form.tsx";
import { saveBytes } from "./save-bytes.ts";
import { toCurl } from "./to-curl.ts";
import { toHexLines } from "./to-hex-lines.ts";

/** The body as text and as hex, masked; byte for byte for those who say why, to read, to save and as a command. */
export function BodyPanel({ scope, detail }: { scope: Scope; detail: NotificationDetail }) {
  const { data } = useQuery(whoAmIQuery());
  const [isHex, setHex] = useState(false);
  const raw = useMutation({ mutationFn: (reason: string) => fetchRawBody(scope, detail.id, reason) });
  const bytes = raw.data ?? fromBase64(detail.maskedBody);
  const mayRead = data !== undefined && data.staff.role !== "viewer";
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
      {raw.data ? <RawActs bytes={raw.data} detail={detail} /> : null}
    </Panel>
  );
}

function RawActs({ bytes, detail }: { bytes: Uint8Array; detail: NotificationDetail }) {
  return (
    <div className="flex flex-wrap items-center gap-2 pt-3">
      <Button size="sm" variant="secondary" onPress={() => saveBytes(bytes, `notification-${detail.id}.txt`)}>
        Download
      </Button>
      <span className="inline-flex items-center">
        Copy as curl <CopyButton text={toCurl(bytes, `${location.origin}/api/notify/${detail.endpointId}`)} label="as curl" />
      </span>
    </div>
  );
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}
