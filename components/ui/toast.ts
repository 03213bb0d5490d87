import type { ComponentType } from "react";

type Kind = "success" | "danger" | "warning";

/** A button in the toast, which closes with its press. */
type ToastAction = { label: string; onPress: () => void };
type Show = (kind: Kind | undefined, text: string, action?: ToastAction) => void;

/** Long enough to read the toast and to press its button. */
const actionMs = 10_000;

/** Renders toasts; undefined until its code is loaded. */
let region: ComponentType | undefined;
let loading: Promise<Show> | undefined;
const listeners = new Set<() => void>();

const firstPauseMs = 2_000;
const longestPauseMs = 60_000;

async function load(): Promise<Show> {
  const [library, { ToastRegion }] = await Promise.all([import("@heroui/react/toast"), import("./toast-region.tsx")]);
  region = ToastRegion;
  for (const listener of listeners) listener();
  return (kind, text, action) => {
    const show = kind ? library.toast[kind] : library.toast;
    if (!action) return void show(text);
    const onPress = () => {
      library.toast.close(key);
      action.onPress();
    };
    const key = show(text, { timeout: actionMs, actionProps: { children: action.label, onPress } });
  };
}

/** A toast may say that the network failed, which refuses its own code too: so this is tried until it succeeds. */
async function loadPatiently(pauseMs = firstPauseMs): Promise<Show> {
  try {
    return await load();
  } catch {
    await new Promise((resume) => setTimeout(resume, pauseMs));
    return loadPatiently(Math.min(2 * pauseMs, longestPauseMs));
  }
}

/** Loads what shows toasts, once. */
export function loadToasts(): Promise<Show> {
  loading ??= loadPatiently();
  return loading;
}

function createToast(kind?: Kind): (text: string, action?: ToastAction) => void {
  return (text, action) => void loadToasts().then((show) => show(kind, text, action));
}

/** Shows a toast. */
export const toast = Object.assign(createToast(), {
  success: createToast("success"),
  danger: createToast("danger"),
  warning: createToast("warning"),
});

export const toastRegion = {
  subscribe(listener: () => void): () => void {
    listeners.add(listener);
    return () => void listeners.delete(listener);
  },
  read: (): ComponentType | undefined => region,
};
