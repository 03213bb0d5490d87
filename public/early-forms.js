// A form that is sent before the page woke up would be sent by the browser itself, and lost. It is kept instead, and
// components/ui/form.tsx sends it once the page is awake.
addEventListener(
  "submit",
  (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement) || form.dataset.awake !== undefined) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    form.dataset.sentEarly = "";
  },
  true,
);
