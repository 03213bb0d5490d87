"use client";

import { Button, Skeleton } from "@heroui/react";
import { useMutation, useQuery } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { TextInput } from "#components/ui/text-input.tsx";
import type { Invitation } from "#lib/contract/session.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { acceptInvitation, lookAtInvitation } from "#lib/queries/session.ts";

const intros: Record<Invitation["kind"], string> = {
  first_admin: "You are making the first administrator of this desk.",
  invitation: "You are invited to work at this desk.",
  password: "You are setting a new password. You are signed out everywhere else.",
};

/** Reads the link's token from behind `#`, which was sent to no server, and uses it up with a password. */
export function JoinForm() {
  const [token, setToken] = useState<string>();
  useEffect(() => {
    const read = () => setToken(location.hash.slice(1));
    read();
    addEventListener("hashchange", read);
    return () => removeEventListener("hashchange", read);
  }, []);
  const invitation = useQuery({ ...lookAtInvitation(token ?? ""), enabled: token !== undefined });
  if (invitation.isError) return <ErrorNotice title="This link does not open" error={invitation.error} />;
  if (token === undefined || !invitation.data) return <Skeleton className="h-48 rounded-md" aria-label="Looking at the link" />;
  return <AcceptForm key={token} token={token} invitation={invitation.data} />;
}

function AcceptForm({ token, invitation }: { token: string; invitation: Invitation }) {
  const [email, setEmail] = useState("");
  const [password, setPassword] = useState("");
  const mutation = useMutation({
    mutationFn: () => acceptInvitation({ token, password, ...(invitation.email === null ? { email } : {}) }),
    onSuccess: (answer) => location.assign("next" in answer ? "/login" : "/"),
  });
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : [];
  const problemOf = (name: string) => fields.find(({ field }) => field === name)?.message;
  return (
    <form
      className="flex flex-col gap-4"
      onSubmit={(event) => {
        event.preventDefault();
        mutation.mutate();
      }}
    >
      <p>{intros[invitation.kind]}</p>
      {mutation.isError && fields.length === 0 ? <ErrorNotice title="This was not done" error={mutation.error} /> : null}
      {invitation.email === null ? (
        <TextInput label="Your e-mail" value={email} onChange={setEmail} problem={problemOf("email")} isRequired />
      ) : (
        <p>
          {invitation.email} <span className="text-muted">({invitation.role})</span>
        </p>
      )}
      <PasswordInput
        label="Password"
        value={password}
        onChange={setPassword}
        autoComplete="new-password"
        hint="At least 12 characters. Four or five words that belong to no saying are good."
        problem={problemOf("password")}
        autoFocus={invitation.email !== null}
      />
      <Button type="submit" isPending={mutation.isPending || mutation.isSuccess} fullWidth>
        {invitation.kind === "password" ? "Set password" : "Join"}
      </Button>
    </form>
  );
}
