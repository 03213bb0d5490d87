const [width, height] = [120, 28];

/** The course of a figure over the days, without axes; its numbers are in the chart and the lists. */
export function Sparkline({ values }: { values: readonly number[] }) {
  const sizes = values.map(Math.abs);
  const largest = Math.max(...sizes);
  if (values.length < 2 || largest === 0) return <span aria-hidden="true" className="block h-7" />;
  const step = width / (values.length - 1);
  const line = sizes.map(
    (size, index) => `${(index * step).toFixed(1)},${(height - 1 - (size / largest) * (height - 3)).toFixed(1)}`,
  );
  return (
    <svg
      viewBox={`0 0 ${width} ${height}`}
      preserveAspectRatio="none"
      aria-hidden="true"
      className="block h-7 w-full text-accent"
    >
      <polygon points={`0,${height} ${line.join(" ")} ${width},${height}`} className="fill-current opacity-10" />
      <polyline points={line.join(" ")} className="fill-none stroke-[1.5] stroke-current" vectorEffect="non-scaling-stroke" />
    </svg>
  );
}
