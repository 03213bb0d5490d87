"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, startTransition, useContext, useEffect, useRef, useState } from "react";
import { type LiveType, liveReload, liveTypes } from "#lib/contract/live-types.ts";
import { createLiveRefresh } from "#lib/queries/live.ts";
import { screenStateOf } from "#lib/queries/screen-state.ts";
import { warmContract } from "#lib/queries/warm-contract.ts";

export type LiveState = "connecting" | "live" | "reconnecting" | "paused";

const LiveContext = createContext<LiveState>("connecting");

/** Whether this page receives live updates at the moment. */
export function useLiveState(): LiveState {
  return useContext(LiveContext);
}

/** `after`: the last event before the page was rendered. */
type Props = { environment: string; after: string; children: ReactNode };

/**
 * One event stream for the tab: refetches what changed since the page was rendered. Paused while the tab is hidden;
 * refetches everything shown when it resumes or has missed too many events.
 */
export function LiveProvider({ environment, after, children }: Props) {
  const client = useQueryClient();
  const [state, setState] = useState<LiveState>("connecting");

  useEffect(warmContract, []);
  const first = useRef(after);
  useEffect(() => {
    let source: EventSource | undefined;
    let address = `/api/${environment}/live?after=${encodeURIComponent(first.current)}`;
    const refresh = createLiveRefresh(client, { environment });

    function handleEvent(type: LiveType, event: MessageEvent<string>) {
      const { merchant }: { merchant?: unknown } = JSON.parse(event.data);
      if (typeof merchant === "string") refresh.hear({ merchant, type });
    }
    function readAgain() {
      void client.invalidateQueries({ queryKey: [environment] });
    }
    function connect() {
      source = new EventSource(address);
      address = `/api/${environment}/live`;
      // Not urgent: parts of the page that still wait for their script would be replaced by their fallbacks.
      source.onopen = () => startTransition(() => setState("live"));
      source.onerror = () => setState("reconnecting");
      source.addEventListener(liveReload, readAgain);
      for (const type of liveTypes) source.addEventListener(type, (event) => handleEvent(type, event));
    }
    function disconnect() {
      source?.close();
      source = undefined;
    }
    function followVisibility() {
      if (document.hidden) {
        disconnect();
        setState("paused");
      } else if (source === undefined) {
        setState("connecting");
        connect();
        readAgain();
      }
    }

    if (screenStateOf(`/api/${environment}/transactions`) === "offline") {
      setState("reconnecting");
      return;
    }
    if (document.hidden) setState("paused");
    else connect();
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      disconnect();
      refresh.stop();
    };
  }, [client, environment]);

  return <LiveContext value={state}>{children}</LiveContext>;
}
