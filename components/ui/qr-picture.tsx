"use client";

import { useQuery } from "@tanstack/react-query";

/** A text as a QR code on white in every theme; empty until it is rendered. */
export function QrPicture({ text, label, size }: { text: string; label: string; size: number }) {
  const picture = useQuery({ queryKey: ["qr", text], queryFn: () => drawQr(text), staleTime: Number.POSITIVE_INFINITY });
  if (!picture.data) return null;
  // biome-ignore lint/performance/noImgElement: rendered in the browser, not loaded from a server.
  return <img src={picture.data} alt={label} width={size} height={size} className="rounded-md bg-white p-1" />;
}

/** Renders a text as a QR code in the browser; the library is loaded on first use. */
async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 1 }))}`;
}
