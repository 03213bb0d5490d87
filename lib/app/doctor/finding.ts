/** `text` ends with what to do about a warning or fault. Only a fault makes the command fail. */
export type Finding = { area: string; level: "ok" | "warning" | "fault"; text: string };

export const ok = (area: string, text: string): Finding => ({ area, level: "ok", text });
export const warning = (area: string, text: string): Finding => ({ area, level: "warning", text });
export const fault = (area: string, text: string): Finding => ({ area, level: "fault", text });

const units = ["bytes", "KiB", "MiB", "GiB", "TiB"];

/** 4,294,967,296 is "4.0 GiB". */
export function describeBytes(bytes: number): string {
  const power = bytes < 1_024 ? 0 : Math.min(Math.floor(Math.log2(bytes) / 10), units.length - 1);
  return `${power === 0 ? bytes : (bytes / 1_024 ** power).toFixed(1)} ${units[power]}`;
}
