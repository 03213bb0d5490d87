/**
 * Collects what is typed before a field is there to take it, and keeps it from the page's shortcuts. `take` returns it and
 * ends the collecting.
 */
export function keepTyping(): { take: () => string } {
  let text = "";
  const onKey = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape") return stop();
    if (event.key === "Backspace") text = [...text].slice(0, -1).join("");
    else if ([...event.key].length === 1) text += event.key;
    else return;
    event.preventDefault();
    event.stopImmediatePropagation();
  };
  const stop = () => removeEventListener("keydown", onKey, { capture: true });
  addEventListener("keydown", onKey, { capture: true });
  return {
    take: () => {
      stop();
      return text;
    },
  };
}
