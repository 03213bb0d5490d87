export const ms = (value: number) => `${value.toFixed(1)} ms`;
export const seconds = (value: number) => `${value.toFixed(1)} s`;
export const times = (value: number) => `${value.toFixed(2)}x`;
export const kilobytes = (value: number) => `${(value / 1_000).toFixed(1)} KB`;
