"use client";

import { Button, FieldError, Form, Input, Label, TextField } from "@heroui/react";
import { useMutation } from "@tanstack/react-query";
import { ErrorNotice } from "#components/error-notice.tsx";
import { signIn } from "#lib/queries/session.ts";

export function SignInForm({ next }: { next: string }) {
  const mutation = useMutation({ mutationFn: signIn, onSuccess: () => location.assign(next) });

  return (
    <Form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        const form = new FormData(event.currentTarget);
        mutation.mutate({ email: String(form.get("email") ?? ""), password: String(form.get("password") ?? "") });
      }}
    >
      {mutation.isError ? <ErrorNotice title="You are not signed in" error={mutation.error} /> : null}
      <TextField name="email" type="email" isRequired fullWidth>
        <Label>E-mail</Label>
        <Input autoComplete="username" autoFocus />
        <FieldError>Enter your e-mail address.</FieldError>
      </TextField>
      <TextField name="password" type="password" isRequired fullWidth>
        <Label>Password</Label>
        <Input autoComplete="current-password" />
        <FieldError>Enter your password.</FieldError>
      </TextField>
      <Button type="submit" isPending={mutation.isPending || mutation.isSuccess} fullWidth>
        Sign in
      </Button>
    </Form>
  );
}
