"use client";

import { useState } from "react";

/**
 * One key for one form: kept for this address in the tab's session, so that a double click, a reload and the back
 * button send the same key and make one payment. `renew` begins the next form.
 */
export function useIdempotencyKey(name: string): { read: () => string; renew: () => void } {
  const [fallback] = useState(() => crypto.randomUUID());
  const place = `idempotency:${name}`;
  return {
    read() {
      const known = sessionStorage.getItem(place);
      if (known !== null) return known;
      sessionStorage.setItem(place, fallback);
      return fallback;
    },
    renew: () => sessionStorage.setItem(place, crypto.randomUUID()),
  };
}
