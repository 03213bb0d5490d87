"use client";

import { useQueryClient } from "@tanstack/react-query";
import { createContext, type ReactNode, startTransition, useContext, useEffect, useRef, useState } from "react";
import { type LiveType, liveReload, liveTypes } from "#lib/contract/live-types.ts";
import { openEventStream } from "#lib/queries/event-stream.ts";
import { createLiveRefresh } from "#lib/queries/live.ts";
import { screenStateOf } from "#lib/queries/screen-state.ts";
import { whoAmIQuery } from "#lib/queries/session.ts";
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
    let close: (() => void) | undefined;
    const refresh = createLiveRefresh(client, { environment });

    function handleEvent(type: LiveType, event: MessageEvent<string>) {
      const { merchant, state }: { merchant?: unknown; state?: unknown } = JSON.parse(event.data);
      if (typeof merchant === "string") refresh.onChange({ merchant, type, state });
    }
    function readAgain() {
      void client.invalidateQueries({ queryKey: [environment] });
    }
    function connect(after?: string) {
      const handlers = liveTypes.map((type) => [type, (event: MessageEvent<string>) => handleEvent(type, event)]);
      close = openEventStream({
        address: `/api/${environment}/live`,
        after,
        on: { ...Object.fromEntries(handlers), [liveReload]: readAgain },
        // Not urgent: parts of the page that still wait for their script would be replaced by their fallbacks.
        onOpen: () => startTransition(() => setState("live")),
        onLost: () => setState("reconnecting"),
        // A stream does not say why it was refused; a read of an expired session leads to sign in.
        onRefused: () => void client.fetchQuery({ ...whoAmIQuery(), staleTime: 0 }).catch(() => {}),
        onReopen: readAgain,
      });
    }
    function disconnect() {
      close?.();
      close = undefined;
    }
    function followVisibility() {
      if (document.hidden) {
        disconnect();
        setState("paused");
      } else if (close === undefined) {
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
    else connect(first.current);
    document.addEventListener("visibilitychange", followVisibility);
    return () => {
      document.removeEventListener("visibilitychange", followVisibility);
      disconnect();
      refresh.stop();
    };
  }, [client, environment]);

  return <LiveContext value={state}>{children}</LiveContext>;
}
