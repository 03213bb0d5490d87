"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { CopyButton } from "#components/ui/copy-button.tsx";
import { drawQr } from "#components/ui/draw-qr.ts";
import { TextInput } from "#components/ui/text-input.tsx";
import { confirmSecondFactor } from "#lib/queries/session.ts";

type Props = { secret: string; uri: string; onConfirmed: (recoveryCodes: readonly string[]) => void };

/** The secret to scan or to type, and the first code of it. */
export function EnrolSecondFactor({ secret, uri, onConfirmed }: Props) {
  const [code, setCode] = useState("");
  const picture = useQuery({ queryKey: ["qr", uri], queryFn: () => drawQr(uri), staleTime: Number.POSITIVE_INFINITY });
  const mutation = useMutation({
    mutationFn: () => confirmSecondFactor({ code: code.trim() }),
    onSuccess: ({ recoveryCodes }) => onConfirmed(recoveryCodes),
  });
  return (
    <form
      className="flex flex-col items-start gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <p>Scan this with your authenticator app, or type the secret, then enter the code it shows.</p>
      {picture.data ? (
        // biome-ignore lint/performance/noImgElement: drawn here, from no server.
        <img src={picture.data} alt="QR code of the secret below" width={176} height={176} className="rounded-md bg-white p-1" />
      ) : null}
      <p className="flex items-center gap-1">
        <code className="reference wrap-anywhere">{secret}</code>
        <CopyButton text={secret} label="Secret" />
      </p>
      {mutation.isError ? <ErrorNotice title="This code does not fit" error={mutation.error} /> : null}
      <TextInput label="Code" value={code} onChange={setCode} maxLength={10} />
      <Button type="submit" isPending={mutation.isPending}>
        Confirm
      </Button>
    </form>
  );
}
