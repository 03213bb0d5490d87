/** The way to a payment as a customer makes it, which then arrives here as a notification. */
export function SandboxCheckout({ merchant, currency }: { merchant: string; currency: string }) {
  const amount = currency === "JPY" ? "1234" : "12.34";
  return (
    <p>
      <a
        className="inline-block rounded-md bg-accent px-3 py-2 font-medium text-accent-foreground"
        href={`/sandbox-gateway/checkout/${merchant}?currency=${currency}&amount=${amount}`}
        target="_blank"
        rel="noopener"
      >
        Open the sandbox checkout
      </a>{" "}
      <span className="text-muted">Pay there as a customer and see the notification arrive.</span>
    </p>
  );
}
