export type BodyResult = { bytes: Buffer } | { problem: "too_large" | "slow" | "broken" };

/** Reads the body within `bytesMax` and `deadlineMs`. Leaves the rest unread; never throws. */
export async function readBody(
  body: AsyncIterator<Uint8Array>,
  { bytesMax, deadlineMs }: { bytesMax: number; deadlineMs: number },
): Promise<BodyResult> {
  const chunks: Uint8Array[] = [];
  let size = 0;
  const deadline = startTimer(deadlineMs);
  try {
    for (;;) {
      const step = await Promise.race([body.next(), deadline.expired]);
      if (!step) return { problem: "slow" };
      if (step.done) return { bytes: Buffer.concat(chunks, size) };
      size += step.value.length;
      if (size > bytesMax) return { problem: "too_large" };
      chunks.push(step.value);
    }
  } catch {
    return { problem: "broken" };
  } finally {
    deadline.stop();
  }
}

/** Reads and drops the rest for `forMs`, so that a sender that writes everything first can read the response. */
export async function drainBody(body: AsyncIterator<Uint8Array>, forMs: number): Promise<void> {
  const deadline = startTimer(forMs);
  try {
    let step = await Promise.race([body.next(), deadline.expired]);
    while (step && !step.done) step = await Promise.race([body.next(), deadline.expired]);
  } catch {
    // The sender disconnected.
  } finally {
    deadline.stop();
  }
}

function startTimer(ms: number): { expired: Promise<undefined>; stop(): void } {
  let timer: NodeJS.Timeout | undefined;
  const expired = new Promise<undefined>((resolve) => {
    timer = setTimeout(resolve, ms, undefined);
  });
  return { expired, stop: () => clearTimeout(timer) };
}
