"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { ErrorNotice } from "#components/ui/error-notice.tsx";
import { Form } from "#components/ui/form.tsx";
import { Panel } from "#components/ui/panel.tsx";
import { PasswordInput } from "#components/ui/password-input.tsx";
import { toast } from "#components/ui/toast.ts";
import { useFieldErrors } from "#components/ui/use-field-errors.ts";
import { showsError } from "#lib/queries/failed-changes.ts";
import { accountQuery, changePassword } from "#lib/queries/session.ts";

export function ChangePassword() {
  const t = useTranslations("account");
  const common = useTranslations("common");
  const [current, setCurrent] = useState("");
  const [password, setPassword] = useState("");
  const client = useQueryClient();
  const mutation = useMutation({
    meta: showsError,
    mutationFn: () => changePassword({ current, password }),
    onSuccess: () => {
      setCurrent("");
      setPassword("");
      toast.success(t("password.changed"));
    },
    onSettled: () => client.invalidateQueries({ queryKey: accountQuery().queryKey }),
  });
  const { problemOf, otherError, check } = useFieldErrors(mutation.error, ["current", "password"], {
    current: current === "",
    password: password === "",
  });
  return (
    <Panel title={common("password")}>
      <Form className="flex flex-col gap-3" onSubmit={() => check() && mutation.mutate()} noValidate>
        <ErrorNotice title={t("password.notChanged")} error={otherError} />
        <PasswordInput
          label={t("password.current")}
          value={current}
          onChange={setCurrent}
          autoComplete="current-password"
          problem={problemOf("current")}
        />
        <PasswordInput
          label={t("password.next")}
          value={password}
          onChange={setPassword}
          autoComplete="new-password"
          hint={t("password.hint")}
          problem={problemOf("password")}
        />
        <div>
          <Button type="submit" variant="secondary" isPending={mutation.isPending}>
            {t("password.change")}
          </Button>
        </div>
      </Form>
    </Panel>
  );
}
