export type Tone = "success" | "danger" | "warning" | "neutral" | "active";

const shapes: Record<Tone, { path: string; color: string }> = {
  success: { path: "M3 8.5l3.2 3.2L13 5", color: "text-(--tone-success)" },
  danger: { path: "M4 4l8 8M12 4l-8 8", color: "text-(--tone-danger)" },
  warning: { path: "M8 3.2v6M8 12.2v.3", color: "text-(--tone-warning)" },
  neutral: { path: "M3 8h10", color: "text-(--tone-neutral)" },
  active: { path: "M8 3a5 5 0 1 0 5 5", color: "text-accent" },
};

/** `isWordHidden`: the word is only for screen readers and the tooltip, where the shape alone is enough. */
type Props = {
  tone: Tone;
  children: string;
  isWordHidden?: boolean;
  /** In a narrow column its words may take two lines. */
  canWrap?: boolean;
};

/** A state as word and shape; the colour carries no information of its own. */
export function StatusMark({ tone, children, isWordHidden = false, canWrap = false }: Props) {
  const { path, color } = shapes[tone];
  return (
    <span
      title={isWordHidden ? children : undefined}
      className={`inline-flex items-center gap-1.5 font-medium ${canWrap ? "" : "whitespace-nowrap"} ${color}`}
    >
      <svg viewBox="0 0 16 16" aria-hidden="true" className="size-3.5 shrink-0 fill-none stroke-current stroke-2">
        <path d={path} strokeLinecap="round" strokeLinejoin="round" />
      </svg>
      {isWordHidden ? <span className="sr-only">{children}</span> : children}
    </span>
  );
}
