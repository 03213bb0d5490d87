"use client";

import { PageFailed } from "#components/layout/page-failed.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Within the desk: the navigation stays, and leads on. */
export default function DashboardErrorPage(props: Props) {
  return <PageFailed {...props} />;
}
