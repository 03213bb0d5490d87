import type { ReactNode, SVGProps } from "react";

// The shapes are from Lucide (https://lucide.dev), ISC License, copyright (c) 2026 Lucide Icons and Contributors; some of
// them derive from Feather, MIT License, copyright (c) 2013-present Cole Bemis. The package itself is 50 MB.
/** An icon made of these shapes. */
export function icon(shapes: ReactNode) {
  return (props: SVGProps<SVGSVGElement>) => (
    <svg
      aria-hidden="true"
      fill="none"
      height={24}
      stroke="currentColor"
      strokeLinecap="round"
      strokeLinejoin="round"
      strokeWidth={2}
      viewBox="0 0 24 24"
      width={24}
      xmlns="http://www.w3.org/2000/svg"
      {...props}
    >
      {shapes}
    </svg>
  );
}
