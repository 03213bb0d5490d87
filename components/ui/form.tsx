"use client";

import { type ComponentProps, useEffect, useRef } from "react";

type Props = Omit<ComponentProps<"form">, "onSubmit" | "method" | "ref"> & { onSubmit: (form: HTMLFormElement) => void };

/**
 * What is typed and sent by the desk's own script. Sent before the page woke up it waits until then (`public/early-forms.js`);
 * by a browser without scripts nothing of it ever comes into an address.
 */
export function Form({ onSubmit, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!element || element.dataset.awake !== undefined) return;
    element.dataset.awake = "";
    const { sentEarly } = element.dataset;
    delete element.dataset.sentEarly;
    // Its fields take over what was typed early first.
    if (sentEarly !== undefined) setTimeout(() => element.requestSubmit());
  }, []);
  return (
    <form
      ref={form}
      method="post"
      suppressHydrationWarning
      {...props}
      onSubmit={(event) => {
        event.preventDefault();
        onSubmit(event.currentTarget);
      }}
    />
  );
}
