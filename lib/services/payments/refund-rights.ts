import { AppError } from "../../core/errors.ts";
import { requireProof, requireRole, type ServiceContext } from "../context.ts";

/** EUR 100.00, JPY 10,000, KWD 10.000: from there on giving money back takes a proof of who it is (security.md). */
const proofFromMinor = 10_000;

/** Throws `forbidden` without the permission `refund`, which reversals need too (security.md). */
export function requireRefundPermission(ctx: ServiceContext): void {
  requireRole(ctx, "support");
  if (!ctx.staff.permissions.includes("refund")) throw new AppError("forbidden");
}

/** Throws `proof_required` for a larger amount when the person has not proved lately who they are. */
export function requireProofForMoney(ctx: ServiceContext, { amountMinor }: { amountMinor: number }): void {
  if (amountMinor >= proofFromMinor) requireProof(ctx);
}
