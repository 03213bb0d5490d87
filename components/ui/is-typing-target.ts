/** True while the person types into something, so that single-key shortcuts stay out of the way. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=combobox], [role=dialog], [role=menu]") !== null
  );
}
