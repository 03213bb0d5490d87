"use client";

import { useQuery } from "@tanstack/react-query";
import { drawQr } from "./draw-qr.ts";

/** A text as a QR code on white, whatever the theme; nothing until it is drawn. */
export function QrPicture({ text, label, size }: { text: string; label: string; size: number }) {
  const picture = useQuery({ queryKey: ["qr", text], queryFn: () => drawQr(text), staleTime: Number.POSITIVE_INFINITY });
  if (!picture.data) return null;
  // biome-ignore lint/performance/noImgElement: drawn here, from no server.
  return <img src={picture.data} alt={label} width={size} height={size} className="rounded-md bg-white p-1" />;
}
