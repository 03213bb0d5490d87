"use client";

import { PageFailed } from "#components/layout/page-failed.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

export default function ErrorPage(props: Props) {
  return (
    <main>
      <PageFailed {...props} />
    </main>
  );
}
