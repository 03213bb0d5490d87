"use client";

import { Button } from "@heroui/react";
import { useMutation, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import type { Alert } from "#lib/contract/alert.ts";
import { alertsKey, changeAlert } from "#lib/queries/alerts.ts";
import type { CommentedAlert } from "./alert-comment.tsx";

type Props = { environment: string; alert: Alert; onComment: (alert: CommentedAlert) => void };

/** Buttons that acknowledge, resolve or comment an alert. */
export function AlertActions({ environment, alert, onComment }: Props) {
  const { id, status, rule, merchant = "" } = alert;
  const t = useTranslations("alerts");
  const client = useQueryClient();
  const { mutate, isPending } = useMutation({
    mutationFn: (change: "acknowledge" | "resolve") => changeAlert(environment, id, change),
    onSettled: () => client.invalidateQueries({ queryKey: alertsKey(environment) }),
  });
  const of = `${t(`rules.${rule}`)} ${merchant}`.trim();
  return (
    <span className="flex flex-wrap gap-2">
      {status === "open" ? (
        <Button
          size="sm"
          variant="secondary"
          isPending={isPending}
          aria-label={`${t("acknowledge")}: ${of}`}
          onPress={() => mutate("acknowledge")}
        >
          {t("acknowledge")}
        </Button>
      ) : null}
      {status === "resolved" ? null : (
        <Button
          size="sm"
          variant="secondary"
          isPending={isPending}
          aria-label={`${t("resolve")}: ${of}`}
          onPress={() => mutate("resolve")}
        >
          {t("resolve")}
        </Button>
      )}
      <Button
        size="sm"
        variant="secondary"
        aria-label={t("comment.of", { alert: of })}
        onPress={() => onComment({ ...alert, named: of })}
      >
        {t("comment.button")}
      </Button>
    </span>
  );
}
