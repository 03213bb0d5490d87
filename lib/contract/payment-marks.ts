export const paymentStatuses = [
  "sending",
  "unknown",
  "in_progress",
  "success",
  "failed",
  "rejected",
  "canceled",
  "reversed",
] as const;
