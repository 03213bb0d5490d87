/** Acts in words, for the list and its filter. An act that is not here is shown as it is written. */
export const auditActs: Readonly<Record<string, string>> = {
  "audit.exported": "Audit exported",
  "endpoint.changed": "Endpoint changed",
  "endpoint.created": "Endpoint created",
  "environment.connected": "Environment connected",
  "notification.raw_read": "Notification body read",
  "payment.cancel": "Payment cancelled",
  "payment.created": "Payment created",
  "payment.refund": "Payment refunded",
  "payment.reversal": "Payment reversed",
  "session.created": "Signed in",
  "session.ended": "Signed out",
  "session.refused": "Sign-in refused",
  "staff.seeded": "Sandbox staff made",
  "vault.rewrapped": "Vault keys rotated",
};
