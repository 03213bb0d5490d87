import { useQuery } from "@tanstack/react-query";
import { useTranslations } from "next-intl";
import { toast } from "#components/ui/toast.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
import { beginCall } from "./call-store.ts";
import { usePhoneCall } from "./use-phone-call.ts";

/** Begins a phone call; undefined while one goes on, and for who may not. */
export function useBeginCall(): (() => void) | undefined {
  const t = useTranslations("phoneCall");
  const { data: me } = useQuery(whoAmIQuery());
  const call = usePhoneCall();
  if (call || me === undefined || me.staff.role === "viewer" || me.isPresenting) return undefined;
  return () => {
    beginCall(me.staff.id, new Date().toISOString());
    toast.success(t("begun"));
  };
}
