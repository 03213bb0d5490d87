"use client";

import { type ComponentProps, useEffect, useRef } from "react";

const invalidField = "[aria-invalid=true], [data-invalid=true] [tabindex]";

type Props = Omit<ComponentProps<"form">, "onSubmit" | "method" | "ref"> & { onSubmit: (form: HTMLFormElement) => void };

/**
 * A form submitted by script, and not once more while it sends. When it is refused, the first field with a problem gets the focus. A
 * submit before hydration is deferred until then (`public/early-forms.js`); in a browser without scripts no value ever appears in an
 * address.
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
  /** A press of the button that was not answered yet; whoever types meanwhile keeps the focus. */
  const isSubmitted = useRef(false);
  useEffect(() => {
    if (!isSubmitted.current) return;
    const field = form.current?.querySelector<HTMLElement>(invalidField);
    if (!field) return;
    isSubmitted.current = false;
    field.focus();
  });
  /** Until what a submit began, such as a pending button, is rendered. */
  const isBeginning = useRef(false);
  return (
    <form
      ref={form}
      method="post"
      suppressHydrationWarning
      {...props}
      onInput={(event) => {
        isSubmitted.current = false;
        props.onInput?.(event);
      }}
      onSubmit={(event) => {
        event.preventDefault();
        // React passes the submit of a dialog's form on to the form that renders the dialog.
        event.stopPropagation();
        // A pending submit button is a plain one, and without any the browser still submits a form of one field by Enter.
        if (isBeginning.current || !event.currentTarget.querySelector("[type=submit]")) return;
        isBeginning.current = true;
        isSubmitted.current = true;
        onSubmit(event.currentTarget);
        // Behind the notification of the query library, which is a timeout as well.
        setTimeout(() => {
          isBeginning.current = false;
        });
      }}
    />
  );
}
