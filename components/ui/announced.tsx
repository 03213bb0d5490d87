"use client";

import { useEffect } from "react";

const regionId = "announced";

/** Live region of `Announced`. Rendered before the first text, because some screen readers announce nothing otherwise. */
export function AnnouncedRegion() {
  return <p id={regionId} role="status" className="sr-only" />;
}

/** Announces its content when it is first rendered and whenever it changes; shows nothing. */
export function Announced({ text }: { text: string }) {
  useEffect(() => announce(text), [text]);
  return null;
}

/** Announces a text once, also when it is the last one again. */
export function announce(text: string): void {
  const region = document.getElementById(regionId);
  if (region) region.textContent = text;
}
