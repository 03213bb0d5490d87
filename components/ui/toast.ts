import type { ComponentType } from "react";

type Kind = "success" | "danger" | "warning";

/** Renders toasts; undefined until the first one. */
let region: ComponentType | undefined;
let loading: Promise<(kind: Kind | undefined, text: string) => void> | undefined;
const listeners = new Set<() => void>();

async function load() {
  const [library, { ToastRegion }] = await Promise.all([import("@heroui/react/toast"), import("./toast-region.tsx")]);
  region = ToastRegion;
  for (const listener of listeners) listener();
  return (kind: Kind | undefined, text: string) => void (kind ? library.toast[kind](text) : library.toast(text));
}

function createToast(kind?: Kind): (text: string) => void {
  return (text) => {
    loading ??= load();
    loading.then(
      (show) => show(kind, text),
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
