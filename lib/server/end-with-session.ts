import "server-only";
import { AppError } from "#lib/core/errors.ts";

/**
 * The same response, broken off when its session ends: a file that is cut must not look whole. `watch` returns how to stop
 * watching.
 */
export function endWithSession(response: Response, watch: (onEnded: () => void) => () => void): Response {
  if (!response.body) return response;
  const reader = response.body.getReader();
  let unwatch = () => {};
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      unwatch = watch(() => {
        unwatch();
        controller.error(new AppError("unauthenticated"));
        reader.cancel().catch(() => {});
      });
    },
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (!done) return controller.enqueue(value);
        controller.close();
      } catch (cause) {
        controller.error(cause);
      }
      unwatch();
    },
    async cancel(reason) {
      unwatch();
      await reader.cancel(reason);
    },
  });
  return new Response(body, response);
}
