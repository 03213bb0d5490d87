/** Whether the target accepts text, so that single-key shortcuts are ignored while typing. */
export function isTypingTarget(target: EventTarget | null): boolean {
  if (!(target instanceof HTMLElement)) return false;
  return (
    target.isContentEditable || target.closest("input, textarea, select, [role=combobox], [role=dialog], [role=menu]") !== null
  );
}
