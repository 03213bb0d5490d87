/** The queues of the job queue, by what their jobs do. */
export const jobNames = {
  pollPayments: "payments.follow",
  anchorAudit: "audit.anchor",
  probeGateways: "profile.probe",
  evaluateAlerts: "alerts.evaluate",
  deliverAlerts: "alerts.deliver",
  removeExpired: "retention.remove",
} as const;

export type JobName = (typeof jobNames)[keyof typeof jobNames];
