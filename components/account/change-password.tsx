"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ErrorNotice } from "#components/error-notice.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { ApiError } from "#lib/queries/api-error.ts";
import { accountQuery, changePassword } from "#lib/queries/session.ts";

export function ChangePassword() {
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    mutationFn: () => changePassword({ current, password }),
    onSuccess: () => {
      setCurrent("");
      setPassword("");
      toast.success("Your password was changed, and your other sessions were ended");
    },
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
  const fields = mutation.error instanceof ApiError ? mutation.error.fields : [];
  return (
    <Panel title="Password">
      <form
        className="flex flex-col gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          mutation.mutate();
        }}
      >
        {mutation.isError && fields.length === 0 ? (
          <ErrorNotice title="Your password was not changed" error={mutation.error} />
        ) : null}
        <PasswordInput
          label="Current password"
          value={current}
          onChange={setCurrent}
          autoComplete="current-password"
          problem={fields.find(({ field }) => field === "current")?.message}
        />
        <PasswordInput
          label="New password"
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          hint="At least 12 characters. Your other sessions end with the change."
          problem={fields.find(({ field }) => field === "password")?.message}
        />
        <div>
          <Button type="submit" variant="secondary" isPending={mutation.isPending} isDisabled={current === "" || password === ""}>
            Change password
          </Button>
        </div>
      </form>
    </Panel>
  );
}
