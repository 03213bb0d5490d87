const inputs = ["pointerdown", "pointermove", "keydown", "wheel"];
const awayMs = 60_000;

export type UserActivity = { isAway: () => boolean };

/** Whether nobody has used the page for a minute: what it then asks for by itself must not keep the session open. */
export function createUserActivity(page: EventTarget | undefined, now = () => performance.now()): UserActivity {
  let lastMs = now();
  const note = () => {
    lastMs = now();
  };
  for (const input of inputs) page?.addEventListener(input, note, { capture: true, passive: true });
  return { isAway: () => now() - lastMs > awayMs };
}
