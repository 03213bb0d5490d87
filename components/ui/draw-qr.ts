/** A text as a QR code, drawn here; the library is loaded when one is needed. */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 1 }))}`;
}
