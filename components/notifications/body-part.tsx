"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { toast } from "#components/ui/toast.ts";
import type { NotificationDetail } from "#lib/contract/notification.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { fetchRawBody, rawBodyPath } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { ReasonForm } from "./reason-form.tsx";

/** The body as text and as hex, masked; unmasked for users who state a reason, to read, to save and as a command. */
export function BodyPart({ scope, detail }: { scope: Scope; detail: NotificationDetail }) {
  const t = useTranslations("notifications");
  const { data } = useQuery(whoAmIQuery());
  const [isHex, setHex] = useState(false);
  const raw = useMutation({ mutationFn: (reason: string) => fetchRawBody(scope, detail.id, reason), meta: showsError });
  const bytes = raw.data ?? fromBase64(detail.maskedBody);
  const mayRead = data !== undefined && data.staff.role !== "viewer" && !data.isPresenting;
  return (
    <>
      <div className="flex items-center justify-between gap-2">
        <p className="text-muted">{t(raw.data ? "body.raw" : "body.masked")}</p>
        <Button size="sm" variant="ghost" onPress={() => setHex(!isHex)}>
          {t(isHex ? "body.asText" : "body.asHex")}
        </Button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a long body is scrolled by keyboard, too. */}
      <pre tabIndex={0} className="reference max-h-80 overflow-auto whitespace-pre-wrap wrap-anywhere">
        {isHex ? toHexLines(bytes) : new TextDecoder().decode(bytes)}
      </pre>
      <p className="pt-2 text-muted text-xs">
        {t.rich("body.size", {
          bytes: detail.working.bodyBytes,
          sha256: detail.working.sha256,
          hash: (hash) => <span className="reference wrap-anywhere">{hash}</span>,
        })}
      </p>
      <ErrorNotice title={t("body.failed")} error={raw.error} />
      {mayRead && raw.data === undefined ? (
        <div className="pt-3">
          <ReasonForm action={t("body.read")} isPending={raw.isPending} onSubmit={(reason) => raw.mutate(reason)} />
        </div>
      ) : null}
      {raw.data ? <RawBodyActions scope={scope} detail={detail} reason={raw.variables} /> : null}
    </>
  );
}

/** Each export of the body is one entry of the audit log. */
function RawBodyActions({ scope, detail, reason }: { scope: Scope; detail: NotificationDetail; reason: string }) {
  const t = useTranslations("notifications");
  const curl = useMutation({
    meta: { toFailureText: (reason, error) => (error instanceof ApiError ? reason : t("body.copyRefused")) },
    mutationFn: async () => {
      const bytes = await fetchRawBody(scope, detail.id, `copied as curl: ${reason}`);
      await navigator.clipboard.writeText(toCurl(bytes, `${location.origin}/api/notify/${detail.endpointId}`));
    },
    onSuccess: () => toast.success(t("body.curlCopied")),
  });
  return (
    <div className="flex flex-wrap items-center gap-3 pt-3">
      <a
        className="text-accent underline underline-offset-2"
        href={rawBodyPath(scope, detail.id, `downloaded: ${reason}`)}
        download
      >
        {t("body.download")}
      </a>
      <Button size="sm" variant="secondary" isPending={curl.isPending} onPress={() => curl.mutate()}>
        {t("body.copyCurl")}
      </Button>
    </div>
  );
}

function fromBase64(text: string): Uint8Array {
  return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
}

/** The received request as a shell command; bytes with a meaning to a shell are escaped, so that any body is reproduced. */
export function toCurl(body: Uint8Array, url: string): string {
  const text = [...body].map(toShell).join("");
  return `curl -i -X POST -H 'content-type: application/x-www-form-urlencoded' --data-binary $'${text}' '${url}'`;
}

function toShell(byte: number): string {
  const character = String.fromCharCode(byte);
  if (character === "'" || character === "\\") return `\\${character}`;
  return byte >= 0x20 && byte < 0x7f ? character : `\\x${byte.toString(16).padStart(2, "0")}`;
}

/** Sixteen bytes a line: offset, hex, and printable ASCII. */
export function toHexLines(bytes: Uint8Array): string {
  const lines: string[] = [];
  for (let offset = 0; offset < bytes.length; offset += 16) {
    const part = [...bytes.subarray(offset, offset + 16)];
    const hex = part.map((byte) => byte.toString(16).padStart(2, "0")).join(" ");
    const text = part.map((byte) => (byte >= 0x20 && byte < 0x7f ? String.fromCharCode(byte) : ".")).join("");
    lines.push(`${offset.toString(16).padStart(6, "0")}  ${hex.padEnd(47)}  ${text}`);
  }
  return lines.join("\n");
}
