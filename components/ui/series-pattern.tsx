export type Pattern = "hatched" | "dotted";

type Props = { id: string; fill: string; pattern: Pattern };

/** A fill pattern that distinguishes a series without colour; used as `url(#id)`. */
export function SeriesPattern({ id, fill, pattern }: Props) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={fill} fillOpacity="0.3" />
      {pattern === "hatched" ? <rect width="3" height="6" fill={fill} /> : <circle cx="3" cy="3" r="1.6" fill={fill} />}
    </pattern>
  );
}
