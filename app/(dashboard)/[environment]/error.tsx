"use client";

import { PageFailed } from "#components/layout/page-failed.tsx";

type Props = { error: Error & { digest?: string }; reset: () => void };

/** Error page inside the dashboard, so that the navigation stays usable. */
export default function DashboardErrorPage(props: Props) {
  return <PageFailed {...props} />;
}
