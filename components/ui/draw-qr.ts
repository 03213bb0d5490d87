/** Renders a text as a QR code in the browser; the library is loaded on first use. */
export async function drawQr(text: string): Promise<string> {
  const { renderSVG } = await import("uqr");
  return `data:image/svg+xml,${encodeURIComponent(renderSVG(text, { border: 1 }))}`;
}
