/** Tags in a row of a list; what does not fit is cut off and in the tooltip. */
export function TagChips({ names }: { names: readonly string[] | undefined }) {
  if (names === undefined || names.length === 0) return null;
  return (
    <span className="inline-flex max-w-full gap-1 align-middle" title={names.join(", ")}>
      {names.map((name) => (
        <span key={name} className={`${tagLook} min-w-6 truncate`}>
          {name}
        </span>
      ))}
    </span>
  );
}

export const tagLook = "rounded-md border border-border bg-default px-1.5 text-xs leading-5";
