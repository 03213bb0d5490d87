"use client";

import { Button } from "@heroui/react";
import { useMutation, useQuery, useQueryClient } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { useState } from "react";
import { toast } from "#components/ui/toast.ts";
import type { Scope } from "#lib/queries/keys.ts";
import { reverifyAll } from "#lib/queries/notifications.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";

/** Verifies all notifications of the merchant that are not valid again, after a certificate was added, some with each press. */
export function VerifyAgain({ scope }: { scope: Scope }) {
  const t = useTranslations("notifications");
  const client = useQueryClient();
  const [next, setNext] = useState<string | null>(null);
  const { data } = useQuery(whoAmIQuery());
  const verify = useMutation({
    mutationFn: () => reverifyAll(scope, next),
    onSuccess: ({ verified, nowValid, hasMore, nextCursor }) => {
      setNext(nextCursor);
      toast.success(t("verifyAgain.done", { nowValid, verified, more: hasMore ? "yes" : "no" }));
      void client.invalidateQueries({ queryKey: [scope.environment] });
    },
  });
  if (data === undefined || data.staff.role === "viewer") return null;
  return (
    <Button size="sm" variant="secondary" isPending={verify.isPending} onPress={() => verify.mutate()}>
      {t("verifyAgain.action")}
    </Button>
  );
}
