"use client";

import { Button, Switch } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Endpoint } from "#lib/contract/endpoint.ts";
import { changeEndpoint, type EndpointChange, endpointsQuery } from "#lib/queries/endpoints.ts";
import type { Scope } from "#lib/queries/keys.ts";

/** The gateway's certificates for this store: any that verifies is enough, so two may overlap during a rotation. */
export function CertificateList({ scope, endpoint, isAdmin }: { scope: Scope; endpoint: Endpoint; isAdmin: boolean }) {
  const [pasted, setPasted] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: (change: EndpointChange) => changeEndpoint(scope, { id: endpoint.id, change }),
    onSuccess: () => setPasted(""),
    onSettled: () => client.invalidateQueries({ queryKey: endpointsQuery(scope).queryKey }),
  });
  return (
    <div className="flex flex-col gap-3 pt-4">
      <h3 className="font-medium">Certificates</h3>
      {endpoint.certificates.length === 0 ? (
        <p className="text-(--tone-warning)">None: what arrives cannot be checked and is answered 503.</p>
      ) : null}
      <ul className="flex flex-col gap-2">
        {endpoint.certificates.map(({ id, label, fingerprint, keyBits, validUntil }) => (
          <li key={id} className="flex flex-wrap items-center gap-x-3">
            <span>{label}</span>
            <span className="reference" title={fingerprint}>
              {fingerprint.slice(0, 16)}…
            </span>
            <span className="text-muted">
              {keyBits ? `${keyBits} bit` : ""}
              {validUntil ? `, until ${validUntil.slice(0, 10)}` : ""}
            </span>
            {isAdmin ? (
              <Button
                size="sm"
                variant="ghost"
                aria-label={`Remove certificate ${fingerprint.slice(0, 8)}`}
                onPress={() => mutation.mutate({ removeCertificates: [id] })}
              >
                Remove
              </Button>
            ) : null}
          </li>
        ))}
      </ul>
      {mutation.isError ? <ErrorNotice title="The change was not made" error={mutation.error} /> : null}
      {isAdmin ? (
        <>
          <details>
            <summary className="cursor-pointer text-muted">Add a certificate</summary>
            <div className="flex flex-col items-start gap-2 pt-2">
              <TextInput
                label="Certificate, public key or configuration pack"
                isMultiline
                maxLength={16_384}
                value={pasted}
                onChange={setPasted}
              />
              <Button
                size="sm"
                isPending={mutation.isPending}
                isDisabled={pasted.trim() === ""}
                onPress={() => mutation.mutate({ addCertificates: [pasted] })}
              >
                Add
              </Button>
            </div>
          </details>
          <Switch isSelected={endpoint.strictLayout} onChange={(strictLayout) => mutation.mutate({ strictLayout })}>
            <Switch.Control>
              <Switch.Thumb />
            </Switch.Control>
            <Switch.Content>Demand the first five names in their order</Switch.Content>
          </Switch>
        </>
      ) : null}
    </div>
  );
}
