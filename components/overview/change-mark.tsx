import { toChange } from "./change.ts";

const arrows = { up: "↑", down: "↓", same: "→" } as const;

/** How much more or less than in the period before, by shape and words. */
export function ChangeMark({ now, before }: { now: number; before: number }) {
  const { direction, text } = toChange(now, before);
  return (
    <span className="whitespace-nowrap text-muted text-xs">
      <span aria-hidden="true">{arrows[direction]}</span> {text}
    </span>
  );
}
