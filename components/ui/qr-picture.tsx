"use client";

import { useQuery } from "@tanstack/react-query";
import { drawQr } from "./draw-qr.ts";

/** A text as a QR code on white in every theme; empty until it is rendered. */
export function QrPicture({ text, label, size }: { text: string; label: string; size: number }) {
  const picture = useQuery({ queryKey: ["qr", text], queryFn: () => drawQr(text), staleTime: Number.POSITIVE_INFINITY });
  if (!picture.data) return null;
  // biome-ignore lint/performance/noImgElement: rendered in the browser, not loaded from a server.
  return <img src={picture.data} alt={label} width={size} height={size} className="rounded-md bg-white p-1" />;
}
