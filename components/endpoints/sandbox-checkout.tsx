/** Whole, so that it fits the currency of the shop's first account, whatever that is. */
const amount = "24";

/** The way to a payment as a customer makes it, which then arrives here as a notification. */
export function SandboxCheckout({ merchant }: { merchant: string }) {
  return (
    <p>
      <a
        className="inline-block rounded-md bg-accent px-3 py-2 font-medium text-accent-foreground"
        href={`/sandbox-gateway/checkout/${merchant}?amount=${amount}`}
        target="_blank"
        rel="noopener"
      >
        Open the sandbox checkout
      </a>{" "}
      <span className="text-muted">Pay there as a customer and see the notification arrive.</span>
    </p>
  );
}
