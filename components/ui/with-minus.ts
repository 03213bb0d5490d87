/** A formatted number with the true minus, which screens show; files and addresses keep the hyphen. */
export function withMinus(text: string): string {
  return text.replace("-", "−");
}
