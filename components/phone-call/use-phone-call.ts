"use client";

import { useQuery } from "@tanstack/react-query";
import { useEffect, useEffectEvent, useMemo, useSyncExternalStore } from "react";
import { whoAmIQuery } from "#lib/queries/session.ts";
import {
  addRecord,
  type CallRecord,
  isOver,
  onCallChange,
  type PhoneCall,
  parseCall,
  readStoredCall,
  recordId,
  removeCall,
} from "./call-store.ts";

/** The phone call that goes on in this browser; null without one, for another account, and on a shared screen. */
export function usePhoneCall(): PhoneCall | null {
  const { data: me } = useQuery(whoAmIQuery());
  const text = useSyncExternalStore(onCallChange, readStoredCall, () => null);
  const call = useMemo(() => parseCall(text), [text]);
  useEffect(() => {
    if (call && isOver(call, Date.now())) removeCall();
  }, [call]);
  return call && me && !me.isPresenting && call.staffId === me.staff.id ? call : null;
}

/** Gathers an opened record into the call that goes on, also when the call begins while it is open. */
export function useGathered(record: CallRecord): void {
  const startedAt = usePhoneCall()?.startedAt ?? null;
  const id = recordId(record);
  const gather = useEffectEvent(() => addRecord(record, new Date().toISOString()));
  // Only when the page or the call changes: a record that was removed stays out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say when.
  useEffect(() => {
    if (startedAt !== null) gather();
  }, [startedAt, id]);
}
