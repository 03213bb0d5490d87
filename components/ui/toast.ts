import type { ComponentType } from "react";

type Kind = "success" | "danger" | "warning";

/** A button in the toast, which closes with its press. */
type ToastAction = { label: string; onPress: () => void };
type Show = (kind: Kind | undefined, text: string, action?: ToastAction) => void;

/** Long enough to read the toast and to press its button. */
const actionMs = 10_000;

/** Renders toasts; undefined until the first one. */
let region: ComponentType | undefined;
let loading: Promise<Show> | undefined;
const listeners = new Set<() => void>();

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

function createToast(kind?: Kind): (text: string, action?: ToastAction) => void {
  return (text, action) => {
    loading ??= load();
    loading.then(
      (show) => show(kind, text, action),
      () => {
        loading = undefined;
      },
    );
  };
}

/** Shows a toast. The region that renders toasts is loaded with the first one. */
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
