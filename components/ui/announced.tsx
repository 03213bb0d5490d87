"use client";

import { useEffect } from "react";

const regionId = "announced";

/** Where `Announced` is heard from: there before anything is said, else some screen readers say nothing. */
export function AnnouncedRegion() {
  return <p id={regionId} role="status" className="sr-only" />;
}

/** Read out when it first stands here and whenever it changes; shows nothing. */
export function Announced({ text }: { text: string }) {
  useEffect(() => {
    const region = document.getElementById(regionId);
    if (region) region.textContent = text;
  }, [text]);
  return null;
}
