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

/** A preview that is open for less is passed by: with arrow keys somebody goes over many rows. */
const previewMs = 1_000;

/** Gathers a record whose preview stays open. */
export function useGatheredPreview(record: CallRecord): void {
  useGathered(record, previewMs);
}

/** Gathers an opened record into the call that goes on, also when the call begins while it is open. */
export function useGathered(record: CallRecord, afterMs = 0): void {
  const startedAt = usePhoneCall()?.startedAt ?? null;
  const id = recordId(record);
  const gather = useEffectEvent(() => addRecord(record, new Date().toISOString()));
  // Only when the page or the call changes: a record that was removed stays out.
  // biome-ignore lint/correctness/useExhaustiveDependencies: these say when.
  useEffect(() => {
    if (startedAt === null) return;
    if (afterMs === 0) return gather();
    const timer = setTimeout(gather, afterMs);
    return () => clearTimeout(timer);
  }, [startedAt, id]);
}
