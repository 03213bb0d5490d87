"use client";

import { Button, Description, FieldError, Form, Input, Label, TextField } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { ApiError } from "#lib/queries/api-error.ts";
import { signInWithCode } from "#lib/queries/session.ts";

type Props = { onSignedIn: () => void; onStartOver: () => void };

/** The second step of signing in. After five wrong codes, or five minutes, the password is asked for again. */
export function CodeForm({ onSignedIn, onStartOver }: Props) {
  const [code, setCode] = useState("");
  const mutation = useMutation({ mutationFn: signInWithCode, onSuccess: onSignedIn });
  const isOver = mutation.error instanceof ApiError && mutation.error.code === "unauthenticated";
  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate({ code });
      }}
    >
      {mutation.isError && !isOver ? <ErrorNotice title="You are not signed in" error={mutation.error} /> : null}
      {isOver ? <p role="alert">This took too long, or too many codes were wrong. Enter your password again.</p> : null}
      <TextField value={code} onChange={setCode} isRequired fullWidth isDisabled={isOver}>
        <Label>Code</Label>
        <Input autoComplete="one-time-code" autoFocus className="reference" maxLength={40} />
        <Description>Six digits from your authenticator app, or one of your recovery codes.</Description>
        <FieldError>Enter the code.</FieldError>
      </TextField>
      {isOver ? null : (
        <Button type="submit" isPending={mutation.isPending || mutation.isSuccess} fullWidth>
          Sign in
        </Button>
      )}
      <Button variant="ghost" onPress={onStartOver} fullWidth>
        Start over
      </Button>
    </Form>
  );
}
