"use client";

import { parseAsString, useQueryState } from "nuqs";
import { useEffect, useSyncExternalStore } from "react";
import { type FormMemory, joinForm, readMemory, rememberMade, rememberSent, replaceForm } from "./form-memory.ts";
import type { PaymentForm } from "./read-payment-form.ts";

const listeners = new Set<() => void>();

function subscribe(listener: () => void): () => void {
  listeners.add(listener);
  window.addEventListener("storage", listener);
  return () => {
    listeners.delete(listener);
    window.removeEventListener("storage", listener);
  };
}

type Scope = { environment: string; merchant: string | null };
/** `staffId`: whose forms they are. `againId`: the payment that the form charges again. */
type Owner = { staffId: string | undefined; againId: string | undefined };

/**
 * This tab's payment form: its id, in the address, is its Idempotency-Key. `id` is null before hydration. What other forms and other
 * accounts sent in this browser is none of its concern.
 */
export function usePaymentForm(scope: Scope, { staffId, againId }: Owner) {
  const storageKey = `payment-forms:${scope.environment}/${scope.merchant}/${staffId}`;
  const [formId, setId] = useQueryState("form", parseAsString);
  const id = staffId === undefined ? null : formId;
  const text = useSyncExternalStore(
    subscribe,
    () => localStorage.getItem(storageKey),
    () => null,
  );
  const memory = readMemory(text);
  const change = (next: FormMemory) => {
    localStorage.setItem(storageKey, JSON.stringify(next));
    for (const listener of listeners) listener();
  };

  useEffect(() => {
    if (id !== null || staffId === undefined) return;
    const joined = joinForm(readMemory(localStorage.getItem(storageKey)), () => crypto.randomUUID(), againId);
    localStorage.setItem(storageKey, JSON.stringify(joined.memory));
    void setId(joined.id, { history: "replace" });
  }, [id, staffId, storageKey, againId, setId]);

  return {
    id,
    terminalId: memory.terminalId,
    sent: id === null ? undefined : memory.sent[id],
    madePaymentId: id === null ? undefined : memory.made[id],
    markSent: (form: PaymentForm) => id !== null && change(rememberSent(memory, id, form)),
    markMade: (paymentId: string) => id !== null && change(rememberMade(memory, id, paymentId)),
    startNew() {
      const newId = crypto.randomUUID();
      change(replaceForm(memory, id ?? "", newId));
      void setId(newId, { history: "replace" });
    },
  };
}
