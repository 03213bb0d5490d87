/** The priority of a waiting caller: interactive, or background until an interactive caller joins. */
export type Lane = { isBackground: boolean; hurry: () => void };

type Waiting = { lane: Pick<Lane, "isBackground">; start: () => void };

/**
 * Runs one at a time. The next waiting caller starts without polling: interactive before background, else in order of arrival.
 */
export function createTurns(): <Result>(lane: Pick<Lane, "isBackground">, work: () => Promise<Result>) => Promise<Result> {
  const waiting: Waiting[] = [];
  let isTaken = false;
  const startNext = () => {
    const person = waiting.findIndex(({ lane }) => !lane.isBackground);
    const [next] = waiting.splice(Math.max(person, 0), 1);
    if (next) next.start();
    else isTaken = false;
  };
  return async (lane, work) => {
    if (isTaken) await new Promise<void>((resolve) => waiting.push({ lane, start: resolve }));
    isTaken = true;
    try {
      return await work();
    } finally {
      startNext();
    }
  };
}
