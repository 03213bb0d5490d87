"use client";

import { type ComponentProps, useEffect, useRef } from "react";

type Props = Omit<ComponentProps<"form">, "onSubmit" | "method" | "ref"> & { onSubmit: (form: HTMLFormElement) => void };

/**
 * A form submitted by script. A submit before hydration is deferred until then (`public/early-forms.js`); in a browser
 * without scripts no value ever appears in an address.
 */
export function Form({ onSubmit, ...props }: Props) {
  const form = useRef<HTMLFormElement>(null);
  useEffect(() => {
    const element = form.current;
    if (!element || element.dataset.awake !== undefined) return;
    element.dataset.awake = "";
    const { sentEarly } = element.dataset;
    delete element.dataset.sentEarly;
    // The fields adopt values typed before hydration first.
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
