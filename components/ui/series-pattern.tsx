type Props = { id: string; fill: string };

/** A hatched fill, which distinguishes a series without colour; used as `url(#id)`. */
export function SeriesPattern({ id, fill }: Props) {
  return (
    <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
      <rect width="6" height="6" fill={fill} fillOpacity="0.3" />
      <rect width="3" height="6" fill={fill} />
    </pattern>
  );
}
